import { foldLetters } from './synonyms.ts';

/**
 * Stems of names of consent in languages that put a negation into the word itself. Each is one alternative of a pattern, in its usual
 * spelling without accents; `anyStem` folds them as `plainName` folds names.
 */
interface Stems {
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** Stems that turn what stands around them. */
  readonly denying: readonly string[];
  readonly bounced: readonly string[];
  readonly complained: readonly string[];
}

export const LANGUAGES: Readonly<Record<'cs' | 'sk' | 'hu' | 'ru' | 'uk' | 'tr' | 'ja', Stems>> = {
  cs: {
    joined: ['souhlas', 'odber(?!atel|ne(?:ho)?mist)', 'odebir', 'prihlasen(?!i)'],
    left: ['odhlas'],
    denying: [
      ...['ukonc', 'vyraz(?:en|ov|it)', 'zrus', 'odstran', 'vymaz', '^nechc', '^nezasil', '^neposil', '^neprej'],
      ...['namitk', 'odvol', 'preruse', 'blokovan'],
    ],
    bounced: ['nedoruc', 'nedorucit'],
    complained: ['stiznost'],
  },
  sk: {
    joined: ['suhlas', 'prihlasen[ya]'],
    left: ['odhlas'],
    denying: ['ukonc', 'vyraden', 'zrus', 'odmiet', 'odstran', '^neprij', 'namietk', 'zamiet'],
    bounced: ['nedoruc'],
    complained: ['staznost'],
  },
  hu: {
    joined: ['hozzajarul', 'hirlevel', 'feliratk'],
    left: ['leiratk', 'lejelentk'],
    denying: [
      'lemond(?!e)',
      '^(?:le|be|meg)?tilt(?:as|va|ott|o$)',
      '^torol',
      '^torles',
      'megszun',
      '^kilep',
      'megtagad',
      '^kizar',
    ],
    bounced: ['visszapattan', 'kezbesithetetlen'],
    complained: ['panasz'],
  },
  ru: {
    joined: ['рассылк', 'соглас(?!ов)', 'подписан', 'подписк'],
    left: ['отпис(?:ан|ал|ать|к|ыв|$)'],
    denying: [
      ...[
        'исключ(?!ительн)',
        '^удал(?:ен[аоы]?$|ени|ить|ил)',
        '^снят',
        '^стоп',
        'отключ',
        'выключ',
        'прекращ',
        'блокир',
        'приостан',
        'возраж',
      ],
      ...['нежелат', 'отзыв', 'отозв', 'отказ', 'отмен', 'запре', 'заблок', 'отклон'],
    ],
    bounced: ['недостав'],
    complained: ['жалоб'],
  },
  uk: {
    joined: ['розсилк', 'згод', 'підписан', 'підписк'],
    left: ['відпис(?:ан|ав|ал|ати|к|ув|$)'],
    denying: [
      'відмов',
      'відклик',
      'скасов',
      'заборон',
      'виключ(?!н)',
      '^видал',
      '^знят',
      'припин',
      'вимкн',
      'заблок',
      'відхил',
    ],
    bounced: ['недостав'],
    complained: ['скарг'],
  },
  tr: {
    joined: [
      '^izin',
      'izni$',
      'izinli',
      'onayi?$',
      'abone(?!(?:lik)?(?:no$|numara))',
      'bulten',
      'ticarii?leti',
      'ticarielektronik',
    ],
    left: ['aboneliktencik', 'abonelikiptal', 'listedencik', 'istemiyor'],
    denying: [
      ...[
        'iptal',
        '^redd(?!it)',
        '^ret$',
        'ayril',
        'cikar',
        '^cik(?:ti|is|mis)',
        'sonlandir',
        'vazgec',
        'geri ?cek',
        '^cek(?:il|ti)',
      ],
      ...['kaldir', 'engellen', 'yasak', '^silin'],
    ],
    bounced: ['geridon', 'teslimedileme'],
    complained: ['sikayet'],
  },
  ja: {
    joined: ['メルマガ', 'メールマガジン', 'ニュースレター', '購読', '配信', '同意', '案内希望', 'オプトイン'],
    left: ['(?:配信|メール|受信|購読|登録|メルマガ)(?:停止|拒否|不要|解除|不可)', ...['退会', '解約', 'オプトアウト']],
    denying: [
      ...[
        '停止',
        '中止',
        '拒否',
        '不要',
        '解除',
        '撤回',
        '取消',
        '取り消し?',
        '禁止',
        '除外',
        '無効',
        '不同意',
        '未同意',
        '不許可',
      ],
      ...[
        '未購読',
        '非購読',
        '不可',
        'しない',
        'ない',
        'ません',
        'せず',
        'やめ(?:る|た|ます)?',
        '止め(?:る|た|ます)?',
        'なし',
        '無し',
      ],
      ...['お断り', 'キャンセル', 'ブロック', '(?<=[ぁ-ヿ一-龠])ng(?![a-z])'],
    ],
    bounced: ['(?:配信|送信|受信|メール)エラー', 'エラーメール', '不達', 'バウンス'],
    complained: ['迷惑メール(?:報告|申告)', '苦情'],
  },
};

/** The stems of all of these languages for one purpose. */
export function stemsFor(purpose: keyof Stems): string[] {
  return Object.values(LANGUAGES).flatMap((stems) => stems[purpose]);
}

/** A pattern of stems, as `plainName` writes them. */
export function anyStem(stems: readonly string[]): RegExp {
  return new RegExp(foldLetters(stems.join('|')));
}

const JOINED = anyStem(stemsFor('joined'));
/** The stems of consent, and others that names of consent have next to them. */
const INFLECTED = anyStem([...stemsFor('joined'), 'novink', 'eposta', 'рассыл', 'розсил']);
/** Endings of these words: others may deny, such as `siz` in Turkish and `atlan` in Hungarian. */
const ENDING = anyStem([
  '^(?:[aeiouyt]|em|im|am|il|ila|ime|et|re|rol|ek|hez|as|asa|asat|asi|ok|ozas|ozasa|ozasi|ozott|ozva|ozik|in|li|lik|ligi|ler|leri|si)?$',
  '^(?:[аеиоуыі]|ой|ою|ие|ия|ен|на|ны|ный|ные|ий|ні|ня)$',
]);
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;

/** Whether a name has a stem of one of these languages, or letters that are not Latin. */
export function isOfTheseLanguages(plain: string): boolean {
  return JOINED.test(plain) || OTHER_LETTER.test(plain);
}

/** Whether a word is such a stem with a usual ending; null for a word without one. */
export function isPlainForm(word: string): boolean | null {
  const found = INFLECTED.exec(word);
  return found === null ? null : found.index === 0 && ENDING.test(word.slice(found[0].length));
}

const JAPANESE = /[ぁ-ヿ一-龠]/;
const JAPANESE_FILLERS = anyStem([
  ...[
    '希望する',
    '希望します',
    '希望',
    '許可',
    '承諾',
    '承認',
    '可否',
    '要否',
    '有無',
    'フラグ',
    '設定',
    '情報',
    'お知らせ',
    'ご?案内',
  ],
  ...[
    '受信',
    '登録',
    '受け取る',
    '受取',
    '日時',
    '時刻',
    '時間',
    '日付',
    '日',
    '済み?',
    'する',
    'します',
    '会員',
    '最終',
    '前回',
    '回数',
    '件数',
    '数',
  ],
  ...[
    '開始',
    '理由',
    '区分',
    '種別',
    '形式',
    '頻度',
    '電子',
    '可',
    '要',
    'e?mail',
    'email',
    'e',
    'の',
    'を',
    'に',
    'は',
    'が',
    'と',
    'で',
    'も',
    'へ',
  ],
]);

/** Whether a word has letters of Japanese, which has no blanks between words. */
export function isJapanese(word: string): boolean {
  return JAPANESE.test(word);
}

/** Whether a Japanese text has no other parts than those of the patterns, and words that change nothing. */
export function isCovered(text: string, patterns: readonly RegExp[]): boolean {
  return (
    [...patterns, JAPANESE_FILLERS].reduce((left, each) => left.replaceAll(new RegExp(each, 'g'), ' '), text).trim() ===
    ''
  );
}

/** Words of these languages that change nothing of what names say about consent. */
export const FURTHER_FILLERS: readonly string[] = [
  'k ke s se v ve z ze o do od pro na a i so zo pre zasilani zasilanim zasilat zasielanie zasielanim zasielania novinky novinek novinkam',
  'noviniek obchodni obchodnich sdeleni obchodnych oznameni marketing udelen udelil udelila datum cas chci chce chcem prijimat prijimam',
  'odberatel zakaznik emailem emailu',
  'az es vagy hirlevelet hirlevelre hirlevelrol kerek szeretne szeretnek kuldese kuldesehez kuldes datuma ideje adott megadva email emailben emailre',
  'и в на от с по о об для из за к или дата время почта почту почты почте электронная электронную электронной электронных письма писем новости новостей',
  'получать получение получения получает хочу хочет разрешение разрешено дано дал дала есть клиент клиента подписчик рекламную рекламной рекламу рекламы',
  'рекламных email емейл информационную информационная информационной маркетинговую маркетинговая',
  'від із та й у до із розсилання час отримання отримувати листів пошти пошту електронну електронної новин новини реклами рекламну надано хочу',
  'ile ve veya icin ticari ileti iletisi elektronik tarihi tarih almak alimi gonderim gonderimi kampanya pazarlama iletisim verildi verdi var',
].flatMap((words) => foldLetters(words).split(' '));
