import { useEffect, useRef } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { EVENT_TYPES, WENT_BACK } from '../../../engine/domain/webhooks.ts';
import type { EventType } from '../../../engine/domain/webhooks.ts';
import { Field } from '../../parts/field.tsx';

type Endpoint = components['schemas']['WebhookEndpoint'];

/** Entries of the form of an endpoint. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  /** Null: all events of jobs. */
  readonly events: readonly EventType[] | null;
}

export const NEW_ENDPOINT: EndpointDraft = { url: '', description: '', events: null };

/** The part of an endpoint that is entered. */
export function draftOf({ url, description, events }: Endpoint): EndpointDraft {
  return { url, description: description ?? '', events };
}

/** The entries as the API takes them. */
export function inputOf({ url, description, events }: EndpointDraft) {
  return { url: url.trim(), description: description.trim() || null, events: events === null ? null : [...events] };
}

const WORDS: Readonly<Record<EventType, string>> = {
  'job.started': 'a job starts',
  'job.paused': 'a job is paused',
  'job.stalled': 'a job stands still until an operator helps',
  'job.finished': 'a job finishes',
  'job.failed': 'a job fails',
  'job.cancelled': 'a job is stopped',
  [WENT_BACK]: 'jobs were lost, because the database was put back to an earlier state',
};

interface EndpointFieldsProps {
  draft: EndpointDraft;
  onChange: (draft: EndpointDraft) => void;
  /** Whether the first input takes the focus when it appears. */
  hasFocus?: boolean;
}

/** Inputs of an endpoint: its URL, what it is for, and the events that it gets. */
export function EndpointFields({ draft, onChange, hasFocus = false }: EndpointFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) first.current?.focus();
  }, []);
  const { url, description, events } = draft;
  const choose = (type: EventType, isChosen: boolean) =>
    onChange({ ...draft, events: EVENT_TYPES.filter((each) => (each === type ? isChosen : events?.includes(each))) });
  return (
    <>
      <Field label="URL" hint="Begins with https:// and has a public address.">
        {(control) => (
          <input
            {...control}
            ref={first}
            type="url"
            required
            value={url}
            onInput={(event) => onChange({ ...draft, url: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="What it is for">
        {(control) => (
          <input
            {...control}
            maxLength={255}
            value={description}
            onInput={(event) => onChange({ ...draft, description: event.currentTarget.value })}
          />
        )}
      </Field>
      <fieldset class="plain">
        <legend>Events that are sent</legend>
        <label class="check">
          <input
            type="checkbox"
            checked={events === null}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...draft, events: checked ? null : EVENT_TYPES.filter((type) => type !== WENT_BACK) })
            }
          />
          All events of jobs
        </label>
        {events !== null && (
          <div class="inset">
            {EVENT_TYPES.map((type) => (
              <label key={type} class="check">
                <input
                  type="checkbox"
                  checked={events.includes(type)}
                  onChange={(event) => choose(type, event.currentTarget.checked)}
                />
                <span>
                  <code>{type}</code> <span class="muted">{WORDS[type]}</span>
                </span>
              </label>
            ))}
          </div>
        )}
      </fieldset>
    </>
  );
}
