/** Prefixes of leaving, as in `des-inscrit`: with a dash they are no prepositions. */
const PREFIX = /(?<!\p{L})des?-(?=suscri|inscri|abonn)/iu;
/** Words before a preposition that say nothing of who joins and who leaves. */
const NEUTRAL = new RegExp(
  '^(?:el|la|los|las|le|les|l|un|una|une|de|del|du|des|y|et|tu|su|mi|votre|estados?|fechas?|hora|dia|ano|mes|tipos?|numeros?|num|nro|no|id|' +
    'codigo|plan|modalidad|precio|importe|cuota|fuente|origen|canal|motivo|inicio|alta|solicitud|formulario|confirmacion|via|metodo|pais|' +
    'idioma|lista|listado|periodo|duracion|renovacion|nombres?|apellidos?|correo|email|mail|telefono|ciudad|direccion|edad|empresa|' +
    'dates?|heure|jour|types?|statuts?|etats?|nombre|formules?|tarif|prix|montant|listes?|debut|source|origine|motif|mode|formulaire|' +
    'club|groupe|espace|langue|ville|pays|nom|prenom|adresse|code|canaux|status|situacion|situation)$',
);

/** The words of a name without its preposition, and those before it; none before where there is no preposition. */
interface Parted {
  readonly before: readonly string[];
  readonly words: readonly string[];
}

/** Takes out a preposition before a word of joining, with which it would look like one of leaving: `Estado de suscripción`. */
export function withoutPreposition(words: readonly string[], name: string): Parted {
  const at = PREFIX.test(name) ? -1 : words.findIndex((word, index) => index > 0 && isBefore(word, words[index + 1]));
  return at < 0 ? { before: [], words } : { before: words.slice(0, at), words: words.toSpliced(at, 1) };
}

function isBefore(word: string, next = ''): boolean {
  return (word === 'de' && next.startsWith('suscri')) || (word === 'des' && /^(?:inscri|abonn)/.test(next));
}

/** Whether words before a preposition say nothing of who joins and who leaves. */
export function areNeutral(words: readonly string[]): boolean {
  return words.every((word) => NEUTRAL.test(word));
}
