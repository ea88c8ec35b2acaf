export const SUBSCRIBER_STATUSES = ['active', 'bounced', 'unsubscribed', 'scomp', 'deactivated'] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

export const EMAIL_FORMATS = ['html', 'text', 'both'] as const;
export type EmailFormat = (typeof EMAIL_FORMATS)[number];

/** The format of a subscriber of a list that has formats, where none was given. */
export const DEFAULT_FORMAT = 'html' satisfies EmailFormat;
