import { characterSetOf, UTF8_TWICE } from '../domain/character-sets.ts';
import { repairTwice } from './twice-encoded.ts';

/** Decodes the bytes of a source one block after the other. */
export interface ByteDecoder {
  /** The text of the next block; `isEnd` when a line, or the source, ends with it: nothing of it is kept for the next one. */
  readonly decode: (bytes: Buffer, isEnd: boolean) => string;
}

/** The upper halves of single-byte encodings that Node's TextDecoder decodes wrongly (windows-1252, as a whole text) or not at all. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const ISO_8859_16 =
  '\xa0ĄąŁ€„Š§š©Ș«Ź\xadźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0';
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0';
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\xad˝˛ˇ˘§÷¸°¨˙űŘř■\xa0';

/** Creates the decoder of a character set. A byte order mark stays; bytes that the encoding lacks become U+FFFD. */
export function createByteDecoder(label: string): ByteDecoder {
  const characterSet = characterSetOf(label) ?? 'utf-8';
  switch (characterSet) {
    case 'windows-1252':
      return bytewise(/[\x80-\x9f]/g, (unit) => WINDOWS_1252.charAt(unit - 0x80));
    case 'iso-8859-16':
      return bytewise(/[\xa0-\xff]/g, (unit) => ISO_8859_16.charAt(unit - 0xa0));
    case 'cp437':
      return bytewise(/[\x80-\xff]/g, (unit) => CP437.charAt(unit - 0x80));
    case 'cp850':
      return bytewise(/[\x80-\xff]/g, (unit) => CP850.charAt(unit - 0x80));
    case 'cp852':
      return bytewise(/[\x80-\xff]/g, (unit) => CP852.charAt(unit - 0x80));
    case 'x-user-defined':
      return bytewise(/[\x80-\xff]/g, (unit) => String.fromCharCode(0xf700 + unit));
    case UTF8_TWICE:
      return repaired();
    case 'iso-2022-jp':
      return linewise(characterSet);
    default:
      return streamed(characterSet);
  }
}

function bytewise(others: RegExp, letterOf: (unit: number) => string): ByteDecoder {
  return { decode: (bytes) => bytes.toString('latin1').replace(others, (one) => letterOf(one.charCodeAt(0))) };
}

function streamed(characterSet: string): ByteDecoder {
  const decoder = new TextDecoder(characterSet, { ignoreBOM: true });
  // In two steps: at once, some versions of Node decode other letters.
  return { decode: (bytes, isEnd) => decoder.decode(bytes, { stream: true }) + (isEnd ? decoder.decode() : '') };
}

function repaired(): ByteDecoder {
  const { decode } = streamed('utf-8');
  return { decode: (bytes, isEnd) => repairTwice(decode(bytes, isEnd)) };
}

/** Of an encoding with states, each line is decoded by itself, as RFC 1468 has it: a range of the source may begin with any line. */
function linewise(characterSet: string): ByteDecoder {
  const { decode } = streamed(characterSet);
  return {
    decode: (bytes, isEnd) => {
      let text = '';
      let start = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        text += `${decode(bytes.subarray(start, end), true)}\n`;
        start = end + 1;
      }
      return text + decode(bytes.subarray(start), isEnd);
    },
  };
}

const LF = 10;
