import type { components } from '../../client/index.ts';

type Notice = components['schemas']['SubscriberImport']['notices'][number];

/** Notices of what was guessed, skipped or left out when the file of an import was read. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <section class="panel warning after-legend" aria-label="Notices">
      {notices.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </section>
  );
}
