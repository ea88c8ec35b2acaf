export const ZONE = 'Europe/Berlin';

/** Time values as a client sends them, and their instants by the clock of Berlin. */
export const WRITTEN = [
  ['with an offset', '2030-07-01T09:00:00-05:00', '2030-07-01T14:00:00Z'],
  ['with the offset Z', '2030-07-01T09:00:00Z', '2030-07-01T09:00:00Z'],
  ['without an offset', '2030-07-01T09:00:00', '2030-07-01T07:00:00Z'],
  ['without seconds, in winter', '2030-01-31T09:00', '2030-01-31T08:00:00Z'],
  ['with a space', '2030-01-31 09:00', '2030-01-31T08:00:00Z'],
  ['as a date', '2030-01-31', '2030-01-30T23:00:00Z'],
  ['that the clocks skip', '2030-03-31T02:30', '2030-03-31T01:30:00Z'],
  ['that the clocks show twice', '2030-10-27T02:30', '2030-10-27T00:30:00Z'],
] as const;

/** The shapes that a refusal names. */
export const SHAPES =
  '2030-01-31T09:00:00+01:00 or, in the time zone of the organization, 2030-01-31T09:00 or 2030-01-31';
