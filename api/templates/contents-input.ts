import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { TemplateAttributes, TemplateContent } from '../../engine/db/campaigns/campaign-templates.ts';
import { EMAIL_FORMATS } from '../../engine/domain/subscribers.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, nameText, objectOf, oneOf, shortText, wholeNumber } from '../http/values.ts';

const subject = shortText(998).refine((value) => !/[\r\n]/.test(value), 'cannot have a line break');
const contentText = shortText(BOUNDS.contentText.max);
const format = oneOf(EMAIL_FORMATS);
const content = objectOf({
  id: wholeNumber(1).nullish().describe('The id of an existing content of the template.'),
  name: nameText(255).nullish(),
  subject: subject.nullish(),
  format: format.nullish(),
  html: contentText.nullish(),
  text: contentText.nullish(),
});

/** Request attributes of the contents: the whole list of them, or by the deprecated attributes the first one. */
export const contentsInput = objectOf({
  contents: arrayOf(content, BOUNDS.templateContents.max).nullish(),
  content_subject: subject.nullish().meta({ deprecated: true }),
  email_format: format.nullish().meta({ deprecated: true }),
  content_html: contentText.nullish().meta({ deprecated: true }),
  content_text: contentText.nullish().meta({ deprecated: true }),
});

type ContentsInput = Attributes<typeof contentsInput>;

/** Reads the contents: the whole new list of them, or by the deprecated attributes the first one. */
export function readContents(
  attributes: ContentsInput,
  current: readonly TemplateContent[],
): TemplateAttributes['contents'] {
  if (!attributes.has('contents')) return readFirstContent(attributes, current);
  const known = new Map(current.map((content) => [content.id, content]));
  const seen = new Set<number>();
  return attributes.read('contents', []).map((sent, at) => {
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

const DEPRECATED = ['content_subject', 'email_format', 'content_html', 'content_text'] as const;

function readFirstContent(
  attributes: ContentsInput,
  current: readonly TemplateContent[],
): TemplateAttributes['contents'] {
  if (!DEPRECATED.some((name) => attributes.has(name))) return current;
  const [first, ...others] = current;
  const changed = {
    id: first?.id ?? null,
    name: first?.name ?? 'Content A',
    subject: attributes.read('content_subject', first?.subject ?? ''),
    format: attributes.read('email_format', first?.format ?? 'html'),
    html: attributes.read('content_html', first?.html ?? ''),
    text: attributes.read('content_text', first?.text ?? ''),
  };
  return [changed, ...others];
}
