/** The settings that are secrets or contain some: their values are not repeated in messages. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS_CLIENT_CERT_DATA',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
  'BOOTSTRAP_API_KEY',
  'SLUICE_API_KEY',
  'SECRET_KEY',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'TOKEN_SECRET',
  'PAYLOAD_KEYS',
  'CODEC_TOKEN',
  // Collectors are sometimes named together with a user and a password.
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]);
