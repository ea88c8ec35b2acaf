import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { encodeAs } from '../support/encode-as.ts';
import { importAutomatically } from './support/file-cases.ts';

const FIELDS: readonly FieldSettings[] = [
  ...['First Name', 'Last Name', 'City'].map((name) => ({ name, fieldType: 'text' }) as const),
  { name: 'Birthday', fieldType: 'date' },
];
const PEOPLE = ['ann@x.example', 'bob@x.example', 'cid@x.example', 'dan@x.example'];

describe('files of people in further languages', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const automatic = (source: string | Buffer) =>
    importAutomatically(fixture, Buffer.from(source as string), { fields: FIELDS });
  const withColumn = (name: string, cells: readonly string[]) =>
    automatic(
      ['Email', ...PEOPLE.slice(0, cells.length)].map((cell, at) => `${cell},"${[name, ...cells][at]}"\n`).join(''),
    );

  it.each([
    ['Stav', ['Přihlášen', 'Odhlášen', 'Vrácen', 'Čeká']],
    ['Állapot', ['Feliratkozott', 'Leiratkozott', 'Visszapattant', 'Függőben']],
    ['Статус', ['Подписан', 'Отписан', 'Недоставлен', 'Ожидает']],
    ['Durum', ['Abone', 'Abonelikten çıktı', 'Geri döndü', 'Beklemede']],
    ['状態', ['購読中', '解除', 'エラー', '保留']],
    ['Tila', ['Tilaaja', 'Peruutettu', 'Palautunut', 'Odottaa']],
    ['Status', ['Prenumererar', 'Avprenumererad', 'Studsat', 'Väntande']],
    ['Status', ['Påmeldt', 'Avmeldt', 'Avvist', 'Venter']],
    ['Status', ['Zapisany', 'Wypisany', 'Odbity', 'Oczekujący']],
    ['Status', ['Ingeschreven', 'Verwijderd', 'Onbestelbaar', 'In afwachting']],
  ])('have the statuses of %s: %j', async (name, words) => {
    const { people, analysis } = await withColumn(name, words);
    expect(Object.values(people).map(({ status }) => status)).toEqual([
      ...['active', 'unsubscribed', 'bounced', 'deactivated'],
    ]);
    expect(analysis.notices).toEqual([]);
  });

  it.each([
    ['配信停止', '0', '1'],
    ['メルマガ', '希望する', '希望しない'],
    ['ニュースレター', '可', '不可'],
    ['購読', 'はい', 'いいえ'],
    ['Рассылка', 'да', 'нет'],
    ['Согласие на рассылку', 'да', 'нет'],
    ['E-posta izni', 'Evet', 'Hayır'],
    ['İzin Durumu', 'ONAY', 'RET'],
    ['Odběr novinek', 'ano', 'ne'],
    ['Souhlas', 'ano', 'ne'],
    ['Hírlevél', 'igen', 'nem'],
    ['Mailings', 'ja', 'nein'],
    ['Email allowed', 'TRUE', 'FALSE'],
    ['Robinsonliste', '', 'x'],
    ['Deceased', '', 'yes'],
    ['Nesouhlas', 'ne', 'ano'],
    ['Ukončení odběru', 'ne', 'ano'],
    ['Nesúhlas', 'nie', 'áno'],
    ['Súhlas (áno/nie)', 'áno', 'nie'],
    ['Hírlevél lemondva', 'nem', 'igen'],
    ['Feliratkozás törölve', 'nem', 'igen'],
    ['Исключён из рассылки', 'нет', 'да'],
    ['Стоп-рассылка', '0', '1'],
    ['Відмова від розсилки', 'ні', 'так'],
    ['Abonelikten çıktı', 'Hayır', 'Evet'],
    ['İzin iptal', 'Hayır', 'Evet'],
    ['E-posta Onayı', 'Evet', 'Hayır'],
    ['配信の停止', 'いいえ', 'はい'],
    ['メルマガを希望しない', 'いいえ', 'はい'],
    ['同意撤回', '無', '有'],
  ])('make one active and one unsubscribed by %s of "%s" and "%s"', async (name, stays, leaves) => {
    const { people, analysis } = await withColumn(name, [stays, leaves]);
    expect(Object.values(people).map(({ status }) => status)).toEqual(['active', 'unsubscribed']);
    expect(analysis.isUndecided).toBe(false);
  });

  it.each([
    ['May we send you our newsletter?', 'Yes, please', 'No thanks'],
    ['Newsletter', 'weekly', 'never'],
    ['Newsletter', 'ja', 'nein (31.12.2023)'],
    ['Newsletter', 'Spring', 'Off season'],
    ['Newsletter', 'subscribe me', 'leave me alone'],
    ['GDPR', 'OK', 'NOK'],
    ['Mailing', '+', '-'],
    ['Marketing preferences', 'Email', 'None'],
    ['Newsletter', 'weekly', 'No, not interested'],
    ['利用規約に同意', 'はい', 'いいえ'],
    ['Рассылка закрыта', 'да', 'нет'],
    ['Дата выхода из рассылки', '', '2024-01-31'],
    ['Bülten kapalı', 'Evet', 'Hayır'],
  ])('wait for a decision where %s has "%s" and "%s"', async (name, stays, leaves) => {
    const { analysis } = await withColumn(name, [stays, leaves]);
    expect(analysis).toMatchObject({ isUndecided: true, notices: [{ code: 'consent_column', columns: [2] }] });
  });

  it.each([
    ['Email preference', ['HTML', 'Text']],
    ['Situación laboral', ['Activo', 'Jubilado']],
    ['注文状況', ['発送済', 'キャンセル']],
    ['Abonnement', ['Avec engagement', 'Sans engagement']],
    ['Sipariş Onay', ['Evet', 'Hayır']],
    ['Poslední přihlášení', ['2024-01-31', '2024-02-28']],
    ['配信エリア', ['東京', '大阪']],
    ['最終配信日時', ['2024-01-31', '2024-02-28']],
  ])('are left as they are where %s has %j', async (name, cells) => {
    const { analysis } = await withColumn(name, cells);
    expect(analysis.isUndecided).toBe(false);
  });

  it('have people that bounced under 配信エラー, and others that stay', async () => {
    const { people } = await withColumn('配信エラー', ['0', '1']);
    expect(Object.values(people).map(({ status }) => status)).toEqual(['active', 'bounced']);
  });

  it('from Japan are read with names, dates and people who left', async () => {
    const text =
      'メールアドレス,姓,名,都市,生年月日,配信停止\n' +
      'ann@x.example,山田,太郎,東京,1990年1月31日,0\nbob@x.example,佐藤,花子,大阪,1985年12月1日,1\n';
    const { people, analysis } = await automatic(encodeAs('Shift_JIS', text));
    expect(analysis.notices).toMatchObject([{ code: 'guessed_encoding' }]);
    expect(people).toEqual({
      'ann@x.example': {
        ...{ status: 'active', 'First Name': '太郎', 'Last Name': '山田', City: '東京', Birthday: '1990-01-31' },
      },
      'bob@x.example': {
        ...{ status: 'unsubscribed', 'First Name': '花子', 'Last Name': '佐藤', City: '大阪', Birthday: '1985-12-01' },
      },
    });
  });

  it('from Russia are read with their usual names of columns', async () => {
    const { analysis } = await automatic(
      'Электронная почта;Имя;Фамилия;Город;Дата рождения\nann@x.example;Анна;Ли;Москва;31.01.1990\n',
    );
    expect(analysis.mapping).toEqual(['email', 'First Name', 'Last Name', 'City', 'Birthday']);
  });
});
