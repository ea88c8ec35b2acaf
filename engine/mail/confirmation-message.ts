import type { WebForm } from '../db/lists/web-forms.ts';
import type { Message } from './mailer.ts';

const PLACEHOLDER = '%%confirmation_url%%';

/** Creates the mail with the link that confirms a subscription. */
export function confirmationMessage(form: WebForm, to: string, url: string): Message {
  const { fromName, fromEmail, confirmationSubject, confirmationBody } = form;
  return {
    from: { name: fromName, address: fromEmail },
    to,
    subject: confirmationSubject,
    text: confirmationBody.includes(PLACEHOLDER)
      ? confirmationBody.replaceAll(PLACEHOLDER, () => url)
      : `${confirmationBody.trimEnd()}\n\n${url}\n`,
  };
}
