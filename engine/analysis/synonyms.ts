/** Names that columns usually have for the built-in entries of a column mapping, as `plainName` writes them. */
export const BUILT_IN_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  email: [
    ...[
      'email',
      'emailaddress',
      'mail',
      'mailaddress',
      'eaddress',
      'subscriber',
      'emailid',
      'workemail',
      'contactemail',
    ],
    ...[
      'emailadresse',
      'mailadresse',
      'epost',
      'epostadresse',
      'epostadress',
      'adressemail',
      'courriel',
      'adresseemail',
    ],
    ...['adresseelectronique', 'correo', 'correoelectronico', 'direcciondecorreo', 'emailadres', 'mailadres'],
    ...['indirizzoemail', 'postaelettronica', 'enderecodeemail', 'correioeletronico', 'adresemail', 'sahkoposti'],
    ...[
      'メールアトレス',
      'メール',
      'eメール',
      '電子メール',
      'элпочта',
      'электроннаяпочта',
      'почта',
      'eposta',
      'epostaadresi',
      'emailcim',
    ],
  ],
  status: ['status', 'subscriberstatus', 'statut', 'estado', 'stato'],
  email_format: ['emailformat', 'format', 'mailformat', 'emailtype'],
  subscribe_time: [
    ...['subscribetime', 'subscribedat', 'subscribed', 'signupdate', 'signuptime', 'optintime', 'optindate', 'joined'],
    ...['anmeldedatum', 'anmeldung', 'dateinscription', 'fechadealta', 'fechaalta', 'inschrijfdatum', 'dataiscrizione'],
  ],
  subscribe_ip: [
    'subscribeip',
    'ip',
    'ipaddress',
    'signupip',
    'optinip',
    'ipadresse',
    'adresseip',
    'direccionip',
    'ipadres',
  ],
  remove_time: [
    ...['removetime', 'unsubscribedat', 'unsubscribetime', 'optouttime', 'optoutdate', 'unsubscribed', 'removedat'],
    ...['abmeldedatum', 'datedesinscription', 'fechadebaja', 'fechabaja', 'uitschrijfdatum'],
  ],
  remove_ip: ['removeip', 'unsubscribeip', 'optoutip'],
  confirmed: ['confirmed', 'doubleoptin', 'bestatigt', 'confirme', 'confirmado', 'bevestigd'],
  confirm_time: ['confirmtime', 'confirmedat', 'confirmtimestamp', 'doubleoptindate', 'bestatigtam'],
};

const FIRST_NAMES: readonly string[] = [
  ...['firstname', 'givenname', 'forename', 'fname', 'vorname', 'prenom', 'nombre', 'voornaam', 'fornavn', 'fornamn'],
  ...['etunimi', 'imie', 'primeironome', 'nomeproprio'],
  ...['名', 'имя', 'імя', 'jmeno', 'meno', 'keresztnev', 'ad'],
];
const LAST_NAMES: readonly string[] = [
  ...[
    'lastname',
    'surname',
    'familyname',
    'lname',
    'nachname',
    'familienname',
    'nomdefamille',
    'apellido',
    'apellidos',
  ],
  ...['achternaam', 'efternavn', 'etternavn', 'efternamn', 'cognome', 'sobrenome', 'apelido', 'nazwisko', 'sukunimi'],
  ...['姓', '氏', '苗字', 'фамилия', 'прізвище', 'prijmeni', 'priezvisko', 'vezeteknev', 'soyad'],
];

/** Names that mean the same custom field. */
const FIELD_SYNONYMS: readonly (readonly string[])[] = [
  FIRST_NAMES,
  LAST_NAMES,
  [
    'name',
    'fullname',
    'nomcomplet',
    'nombrecompleto',
    'vollstandigername',
    'volledigenaam',
    'nomecompleto',
    ...[
      'vorundnachname',
      'vorundzuname',
      'namevorname',
      'nometprenom',
      'prenometnom',
      'nombreyapellidos',
      'nomeecognome',
    ],
    ...[
      'nomecognome',
      'nomeesobrenome',
      'voorenachternaam',
      'imieinazwisko',
      'firstandlastname',
      'contactname',
      'customername',
    ],
    '氏名',
    'お名前',
    '名前',
    'фио',
    'adsoyad',
  ],
  [
    'city',
    'town',
    'stadt',
    'ort',
    'wohnort',
    'ville',
    'ciudad',
    'stad',
    'plaats',
    'woonplaats',
    'citta',
    'cidade',
    'by',
    'miasto',
    ...['都市', '市区町村', 'город', 'місто', 'mesto', 'varos', 'sehir'],
  ],
  ['country', 'land', 'pays', 'pais', 'paese', 'kraj', 'maa'],
  ['state', 'province', 'region', 'bundesland', 'provincie', 'provincia', 'departement'],
  [
    'zip',
    'zipcode',
    'postcode',
    'postalcode',
    'plz',
    'postleitzahl',
    'codepostal',
    'codigopostal',
    'cap',
    'cep',
    'postnummer',
  ],
  [
    'street',
    'address',
    'addressline1',
    'strasse',
    'strase',
    'adresse',
    'rue',
    'direccion',
    'calle',
    'straat',
    'adres',
    'indirizzo',
    'via',
  ],
  [
    'phone',
    'phonenumber',
    'telephone',
    'mobile',
    'cell',
    'telefon',
    'telefonnummer',
    'handy',
    'telefono',
    'telefoon',
    'telefone',
    'movil',
    ...['電話番号', '電話', 'телефон'],
  ],
  [
    'company',
    'companyname',
    'organization',
    'organisation',
    'firma',
    'unternehmen',
    'entreprise',
    'societe',
    'empresa',
    'bedrijf',
    'azienda',
    ...['会社名', '会社', 'компания'],
  ],
  [
    'birthday',
    'birthdate',
    'dateofbirth',
    'dob',
    'geburtstag',
    'geburtsdatum',
    'datedenaissance',
    'fechadenacimiento',
    'geboortedatum',
    'datadinascita',
    'datadenascimento',
    'fodselsdato',
    'gebdatum',
    'gebdat',
    ...['dataurodzenia', '生年月日', '誕生日', 'датарождения', 'datumnarozeni', 'szuletesidatum', 'dogumtarihi'],
  ],
  ['gender', 'sex', 'geschlecht', 'genre', 'sexe', 'genero', 'sexo', 'geslacht', 'sesso'],
  ['salutation', 'title', 'titel', 'titre', 'anrede', 'civilite', 'tratamiento', 'aanhef', 'titolo'],
  ['language', 'lang', 'locale', 'sprache', 'langue', 'idioma', 'taal', 'lingua', 'sprog', 'sprak', 'jezyk'],
];

/** A name without case, accents, blanks and punctuation: `E-Mail Adresse` becomes `emailadresse`. */
export function plainName(name: string): string {
  return foldLetters(name.slice(0, NAME_CHARACTERS)).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a column of that name usually has addresses. */
export function isAddressName(name: string): boolean {
  return ADDRESS_NAMES.has(plainName(name));
}

/** A text in lower case without accents; the Turkish i without a dot, which has no accent, gets one. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll(/\p{M}/gu, '');
}

const ADDRESS_NAMES: ReadonlySet<string> = new Set(BUILT_IN_SYNONYMS['email']);
/** Longer names have no synonyms. */
const NAME_CHARACTERS = 200;

/** The plain names that columns usually have for a built-in entry; none for another text. */
export function builtInSynonyms(entry: string): readonly string[] {
  return Object.hasOwn(BUILT_IN_SYNONYMS, entry) ? (BUILT_IN_SYNONYMS[entry] ?? []) : [];
}

/** The plain names that usually mean the same custom field as this one. */
export function fieldSynonyms(plain: string): readonly string[] {
  return SYNONYMS_OF.get(plain) ?? [];
}

/** Names of the whole name of a person, or of the half of it that no other column of the file has. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(['name', 'nom', 'nome', 'naam', 'navn', 'namn']);

/**
 * The half that a whole name means among the columns of a file: the last name where only the first name has a column, as in
 * `Vorname, Name`, and the first name in the opposite case, as in `Name, Surname`; null elsewhere.
 */
export function halfOfName(plain: string, columns: ReadonlySet<string>): 'firstname' | 'lastname' | null {
  if (!WHOLE_NAMES.has(plain)) return null;
  const has = (names: readonly string[]) => names.some((name) => columns.has(name));
  if (has(FIRST_NAMES) === has(LAST_NAMES)) return null;
  return has(FIRST_NAMES) ? 'lastname' : 'firstname';
}

const SYNONYMS_OF: ReadonlyMap<string, readonly string[]> = synonymsByName();

function synonymsByName(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const names of FIELD_SYNONYMS) for (const name of names) found.set(name, [...(found.get(name) ?? []), ...names]);
  return found;
}
