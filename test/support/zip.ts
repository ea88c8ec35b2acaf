import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; the other attributes replace what is true of it. */
export interface ZippedFile {
  readonly name: string;
  readonly content: string | Buffer;
  /** 8: deflated, 0: stored. */
  readonly method?: number;
  readonly flags?: number;
  readonly bytes?: number;
  /** Offset of its header, as the archive declares it. */
  readonly offset?: number;
}

/** Writes a ZIP archive, which may lie. */
export function zip(files: readonly ZippedFile[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, method = 8, flags = 0x800, bytes, offset = at } of files) {
    const plain = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes ?? plain.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04'), facts, named, packed);
    central.push(Buffer.from('PK\x01\x02\x14\0'), facts, place, named);
    at += 30 + named.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}
