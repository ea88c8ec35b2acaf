import { BOUNDS } from '../domain/bounds.ts';
import { damagedWorkbook } from './errors.ts';

/** Collects a text that is written in runs, each with a look of its own; how it is pronounced is left out. */
export interface TextCollector {
  begin(): void;
  open(name: string): void;
  /** @throws UnreadablePacked beyond the bound of a text */
  add(text: string): void;
  close(name: string): void;
  end(): string;
}

export function collectText(): TextCollector {
  let text = '';
  let isInText = false;
  let isPronunciation = false;
  return {
    begin: () => {
      text = '';
      isInText = false;
      isPronunciation = false;
    },
    open: (name) => {
      if (name === 't') isInText = true;
      else if (name === 'rPh') isPronunciation = true;
    },
    add: (part) => {
      if (!isInText || isPronunciation) return;
      if (text.length + part.length > BOUNDS.workbookText.max) {
        throw damagedWorkbook(`a cell has more than ${BOUNDS.workbookText.max} characters`);
      }
      text += part;
    },
    close: (name) => {
      if (name === 't') isInText = false;
      else if (name === 'rPh') isPronunciation = false;
    },
    end: () => unescapeText(text),
  };
}

/** Characters that XML cannot hold are written by their numbers, `_x000D_`. */
const ESCAPED = /_x([0-9A-F]{4})_/gi;

export function unescapeText(text: string): string {
  if (!text.includes('_x') && !text.includes('_X')) return text;
  return text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
