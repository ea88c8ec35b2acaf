/** Words that say of a person by themselves, without a word for mail, that the person has left. */
export const GONE =
  /^(?:dn[em]|npai|erased|erasure|anonymi[sz]ed|terminated|banned|objection|objected|blokkade|cancelou|suppress|exclude|dead|loschkennzeichen|loschvermerk|loschkz|loschflag|peruutettu|peruttu|peruutus|peruutuspaiva|quit|expelled|blocked|deleted|removed|cancell?ed|revoked|withdrawn|excluded|disabled|inactive|deactivated|suppress(?:ed|ion)|refused|removal|deletion|cancellation|deceased|verstorben|decedee?|fallecid[oa]|decedut[oa]|overleden|falecid[oa]|zmarl[ya]|gesperrt|sperre|sperrvermerk|(?:werbe|mail|kontakt)sperre|(?:werbe)?widerspruch|widersprochen|widerruf(?:en)?|gekundigt|kundigung|kundigungsdatum|austritt|austrittsdatum|ausgetreten|geloscht|loschung|entfernt|inaktiv|deaktiviert|blockiert|ausgeschlossen|bloquee?|supprimee?|exclue?|opposition|resiliee?|resiliation|inactif|desactivee?|revoquee?|eliminad[oa]|bloquead[oa]|excluid[oa]|cancelad[oa]|inactiv[oa]|revocad[oa]|borrad[oa]|anulad[oa]|cancelacion|revoca|revocat[oa]|bloccat[oa]|eliminat[oa]|esclus[oa]|cancellat[oa]|cancellazione|inattiv[oa]|rimoss[oa]|geblokkeerd|verwijderd|opgezegd|opzegging|inactief|ingetrokken|uitgesloten|removid[oa]|inativ[oa]|cancelamento|blokeret|blokkert|blockerad|slettet|utmeldt|avslutad|opsagt|oppsagt|uppsagd|borttagen|avsluttet|afsluttet|eronnut|poistettu|estetty|epaaktiivinen|markkinointikielto|zablokowan[ya]|usuniet[ya]|nieaktywn[ya]|rezygnacj[ai]|odwolani[ae]|cofniecie|sprzeciw)$/;
/** Whether a cell of one word says so. */
export function isGone(plain: string): boolean {
  return GONE.test(plain);
}

/** Words that may say so, or something else: a way out, a departure. */
export const MAYBE_GONE =
  /^(?:salida|saida|sortie|uscita|archived|archiviert|invalid|nix|reservert|reserverad|optante|iys|oioo)$/;
