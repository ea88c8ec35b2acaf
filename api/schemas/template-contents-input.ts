import { z } from 'zod';
import type { TemplateAttributes, TemplateContent } from '../../engine/db/campaign-templates.ts';
import { EMAIL_FORMATS } from '../../engine/db/subscriber-import-options.ts';
import type { Attributes } from './attributes.ts';
import { arrayOf, nameText, oneOf, shortText, text, wholeNumber } from './values.ts';

const subject = shortText(998).refine((value) => !/[\r\n]/.test(value), 'cannot have a line break');
const format = oneOf(EMAIL_FORMATS);
const contents = arrayOf(
  z.object(
    {
      id: wholeNumber(1).nullish(),
      name: nameText(255).nullish(),
      subject: subject.nullish(),
      format: format.nullish(),
      html: text.nullish(),
      text: text.nullish(),
    },
    { invalid_type_error: 'must be a JSON object' },
  ),
);

/** Reads the contents: the whole new list of them, or by the deprecated attributes the first one. */
export function readContents(
  attributes: Attributes,
  current: readonly TemplateContent[],
): TemplateAttributes['contents'] {
  if (!attributes.has('contents')) return readFirstContent(attributes, current);
  const known = new Map(current.map((content) => [content.id, content]));
  const seen = new Set<number>();
  return attributes.read('contents', contents, []).map((sent, at) => {
    const id = sent.id ?? null;
    const before = id === null ? undefined : known.get(id);
    if (id !== null && (before === undefined || seen.has(id))) {
      attributes.refuse(`contents.${at}.id`, 'is not the id of a content of the template, or is there twice');
    }
    if (id !== null) seen.add(id);
    return {
      id,
      name: sent.name ?? before?.name ?? `Content ${String.fromCharCode(65 + (at % 26))}`,
      subject: sent.subject ?? before?.subject ?? '',
      format: sent.format ?? before?.format ?? 'html',
      html: sent.html ?? before?.html ?? '',
      text: sent.text ?? before?.text ?? '',
    };
  });
}

const DEPRECATED = ['content_subject', 'email_format', 'content_html', 'content_text'];

function readFirstContent(attributes: Attributes, current: readonly TemplateContent[]): TemplateAttributes['contents'] {
  if (!DEPRECATED.some((name) => attributes.has(name))) return current;
  const [first, ...others] = current;
  const changed = {
    id: first?.id ?? null,
    name: first?.name ?? 'Content A',
    subject: attributes.read('content_subject', subject, first?.subject ?? ''),
    format: attributes.read('email_format', format, first?.format ?? 'html'),
    html: attributes.read('content_html', text, first?.html ?? ''),
    text: attributes.read('content_text', text, first?.text ?? ''),
  };
  return [changed, ...others];
}
