import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { BOUNDS } from '../domain/bounds.ts';
import { damagedWorkbook, UnreadablePacked } from './errors.ts';

/** Attributes of an element by their names, without prefixes. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** Called while XML is read. Names come without their prefixes. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: XmlAttributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Reads a part of a workbook block by block, in constant memory; yields after each block. A document type, and with it every
 * entity that it could declare, is refused, and so are texts, attributes and nesting beyond their bounds.
 * @throws UnreadablePacked
 */
export async function* readXml(
  blocks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): AsyncGenerator<undefined, void, void> {
  let sinceEvent = 0;
  let depth = 0;
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('doctype', () => {
    throw refused('it has a document type, which workbooks never have');
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0;
    if (++depth > BOUNDS.workbookDepth.max) throw refused('its elements are nested too deeply');
    handlers.open?.(localName(name), withoutPrefixes(attributes));
  });
  parser.on('text', (text) => {
    sinceEvent = 0;
    if (text.length > BOUNDS.workbookText.max) throw tooLong();
    handlers.text?.(text);
  });
  parser.on('cdata', (text) => {
    sinceEvent = 0;
    handlers.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0;
    depth -= 1;
    handlers.close?.(localName(name));
  });
  const write = (text: string | null) => {
    try {
      if (text === null) parser.close();
      else parser.write(text);
    } catch (error) {
      throw error instanceof UnreadablePacked ? error : damagedWorkbook('a part of it is no XML', error);
    }
  };

  let decoder: TextDecoder | null = null;
  for await (const block of blocks) {
    decoder ??= decoderOf(block);
    sinceEvent += block.length;
    write(decoder.decode(block, { stream: true }));
    // What no event has ended is kept by the parser.
    if (sinceEvent > BOUNDS.workbookText.max + block.length) throw tooLong();
    yield;
  }
  write(null);
  yield;
}

/** Reads a part of a workbook as a whole. @throws UnreadablePacked */
export async function parseXml(blocks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const each of readXml(blocks, handlers)) void each;
}

function decoderOf(first: Buffer): TextDecoder {
  const isUtf16 = (first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff);
  return new TextDecoder(!isUtf16 ? 'utf-8' : first[0] === 0xff ? 'utf-16le' : 'utf-16be');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function withoutPrefixes(attributes: Readonly<Record<string, string>>): XmlAttributes {
  for (const name in attributes) {
    if (name.includes(':')) {
      return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]));
    }
  }
  return attributes;
}

function refused(why: string): UnreadablePacked {
  return new UnreadablePacked(`The workbook is refused: ${why}.`);
}

function tooLong(): UnreadablePacked {
  return refused(`a text in it is longer than ${BOUNDS.workbookText.max} characters`);
}
