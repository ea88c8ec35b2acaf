export const SUBSCRIBER_STATUSES = ['active', 'bounced', 'unsubscribed', 'scomp', 'deactivated'] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/** A number by status; absent: 0. */
export type CountsByStatus = Partial<Readonly<Record<SubscriberStatus, number>>>;

/** Entries of a mapping that decide who gets mail. */
export const CONSENT_ENTRIES = ['status', 'remove_time'] as const;
export type ConsentEntry = (typeof CONSENT_ENTRIES)[number];

export function isConsentEntry(entry: string): entry is ConsentEntry {
  return CONSENT_ENTRIES.some((each) => each === entry);
}

export const EMAIL_FORMATS = ['html', 'text', 'both'] as const;
export type EmailFormat = (typeof EMAIL_FORMATS)[number];

/** The format of a subscriber of a list that has formats, where none was given. */
export const DEFAULT_FORMAT = 'html' satisfies EmailFormat;
