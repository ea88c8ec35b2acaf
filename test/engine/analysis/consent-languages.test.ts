import { describe, expect, it } from 'vitest';
import { anyStem, LANGUAGES } from '../../../engine/analysis/consent-languages.ts';
import { consentName } from '../../../engine/analysis/consent-names.ts';
import { plainName } from '../../../engine/analysis/synonyms.ts';

/** Names of columns in their real spelling: of people who want mail, and of people who do not. */
const NAMES: Readonly<Record<keyof typeof LANGUAGES, { joined: string; left: string }>> = {
  cs: {
    joined: 'Souhlas | Souhlas se zasíláním novinek | Odběr novinek | Odebírá novinky | Přihlášen | Souhlas (ano/ne)',
    left: 'Nesouhlas | Nesouhlasím se zasíláním | Nepřihlášen | Ukončení odběru | Neodebírá | Neodběr novinek | Odhlášen | Vyřazen z odběru | Zrušení odběru',
  },
  sk: {
    joined: 'Súhlas | Súhlas so zasielaním noviniek | Prihlásený | Súhlas (áno/nie)',
    left: 'Nesúhlas | Neprihlásený | Odhlásený | Ukončenie odberu',
  },
  hu: {
    joined: 'Hírlevél | Feliratkozott | Hozzájárulás | Hírlevél (igen/nem)',
    left: 'Hírlevél lemondva | Hírlevél tiltva | Feliratkozás törölve | Leiratkozott | Feliratkozás megszűnt | Lejelentkezett',
  },
  ru: {
    joined: 'Рассылка | Согласие на рассылку | Подписан | Подписка на новости',
    left: 'Исключён из рассылки | Несогласие на рассылку | Снят с рассылки | Стоп-рассылка | Неподписан | Отписан | Удалён из рассылки | Отказ от рассылки',
  },
  uk: {
    joined: 'Розсилка | Згода на розсилку | Підписаний | Підписка на новини',
    left: 'Відмова від розсилки | Незгода на розсилку | Непідписаний | Відписаний | Скасована підписка | Згода відкликана',
  },
  tr: {
    joined:
      'E-posta izni | E-posta Onayı | İzinli | İzin | Bülten | Abone | Ticari ileti izni | Ticari elektronik ileti | E-posta onay',
    left: 'Abonelikten çıktı | İzin iptal | İzin reddi | Bülten iptali | Abonelik iptal | Listeden çıktı | E-posta istemiyor | İzin: RET',
  },
  ja: {
    joined:
      'メルマガ | メールマガジン | ニュースレター | 購読 | メール配信 | メール配信に同意 | 案内希望 | オプトイン | メルマガ（不要/要）',
    left: '配信の停止 | 配信停止 | メルマガを希望しない | 同意しない | 同意撤回 | 購読をやめる | 配信NG | 退会 | 解約 | オプトアウト | メルマガ不要',
  },
};
const UNKNOWN = [
  'stažen | nevyjádřen | chybí | leállt | lejárt | hiányzik | nincs | nem kér | закрыта | истекла | вышел | не нужна | вийшов | немає',
  'відсутня | yok | değil | verilmedi | kapalı | 終了 | 希望せず | いらない | お断り | 未 | 無 | ＮＧ | 望まない | 受け取らない | 休止 | off',
].flatMap((words) => words.split(' | '));
const namesOf = (side: 'joined' | 'left') => Object.values(NAMES).flatMap((names) => names[side].split(' | '));

describe('a column of consent in a language that denies within words', () => {
  it.each(namesOf('joined'))('says of people that they want mail: %s', (name) => {
    expect(consentName(name)).toBe('joined');
  });

  it.each(namesOf('left'))('says of people that they want no mail: %s', (name) => {
    expect(consentName(name)).toBe('left');
  });

  it.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])('has no stem in %s that no spelling matches', (key) => {
    for (const side of ['joined', 'left'] as const) {
      const names = NAMES[key][side].split(' | ').map(plainName);
      const unmatched = LANGUAGES[key][side].filter((stem) => !names.some((name) => anyStem([stem]).test(name)));
      expect(unmatched).toEqual([]);
    }
  });

  it.each([
    ...[
      'Souhlas staženo',
      'Přihlášen dříve',
      'Hírlevél leállítva',
      'Feliratkozatlan',
      'Рассылка закрыта',
      'Подписка истекла',
    ],
    ...[
      'Розсилка закрита',
      'Bülten kapalı',
      'İzinsiz',
      'Abonesiz',
      '配信終了',
      '利用規約に同意',
      '同意',
      'Onay',
      'Договор подписан',
    ],
  ])('is doubtful among words that are not known: %s', (name) => {
    expect(consentName(name)).toBe('doubtful');
  });

  it.each(UNKNOWN)('never says so next to a word that may deny: %s', (word) => {
    const names = namesOf('joined').flatMap((name) => [`${name} ${word}`, `${word} ${name}`, `${name}${word}`]);
    expect(names.filter((name) => consentName(name) === 'joined')).toEqual([]);
  });

  it.each([
    'Neodhlášen',
    'Не отписан',
    'Неотписан',
    'Nem leiratkozott',
    '配信停止解除',
    '同意撤回しない',
    '退会防止',
    'Nesouhlas zrušen',
    'Odvolání nesouhlasu',
    'Отказ от несогласия',
  ])('is unclear where it denies twice: %s', (name) => {
    expect(consentName(name)).toBe('unclear');
  });

  it.each([
    ['配信エラー', 'bounced'],
    ['不達', 'bounced'],
    ['Недоставлено', 'bounced'],
    ['Жалоба', 'complained'],
    ['Sipariş Onay', null],
    ['Sipariş Onayı', null],
    ['注文同意', null],
    ['Poslední přihlášení', null],
    ['Abone No', null],
    ['Abonelik numarası', null],
    ['Odběrné místo', null],
    ['Online odběr', 'doubtful'],
    ['Письма от писателя', null],
    ['Le Monde newsletter', 'joined'],
    ['Reddit newsletter', 'joined'],
    ['Motorola newsletter', 'joined'],
    ['Рассылка «Удалённая работа»', 'doubtful'],
    ['Рассылка Автостоп', 'doubtful'],
  ])('may say another thing: %s', (name, said) => {
    expect(consentName(name)).toBe(said);
  });
});
