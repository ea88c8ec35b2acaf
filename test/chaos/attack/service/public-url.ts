/** Address at which browsers reach the service under attack. */
export const PUBLIC_URL = 'https://mail.example.com';
