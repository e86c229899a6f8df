import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/**
 * - `leading`: a name, a number or another word always follows, so it never ends a sentence
 * - `titles`: the same, but only with a capital letter: `Gen. Lee`, and not `one more rep.`
 * - `trailing`: may also end a sentence; then a capital letter follows
 * - `letters`: a name by its letters ends a sentence only before a word that begins one
 * - `numeric`: an abbreviation only before a number: `No. 5`, `p. 3`, but `He said no.`
 */
type Kind = 'leading' | 'titles' | 'trailing' | 'letters' | 'numeric';

/** Abbreviations, lower-case, without the final full stop; inner stops stay (`z.b`, `p.ex`). */
const BY_LANGUAGE: Readonly<Partial<Record<LanguageCode, string>>> = {
  en: `leading: dr mr mrs ms mx prof st messrs vs v cf e.g i.e eg ie viz tsp tbsp al approx est dept univ assn bros a.k.a
    titles: rev fr sr hon gen col maj capt cmdr lt sgt cpl pvt gov sen rep pres supt mt ft ave adm brig atty asst dir mgr reg regs treas univ inst dept pkwy hwy rte apt bldg msgr esq cllr insp det gens profs revs messrs mme mlle sra cpt amb min del assoc mon tue tues wed thu thur thurs fri
    trailing: etc jr inc ltd co corp llc oz lb lbs a.m p.m am pm b.c a.d ph.d m.d b.a m.a blvd rd sq et.al ca
    letters: u.s u.k u.n e.u u.s.a d.c
    numeric: no nos p pp vol vols ch sec fig figs eq ed art para app pt vs jan feb mar apr jun jul aug sep sept oct nov dec tel ext c d ste rm chap pg pgs cor thess tim cir lit pars rom matt isa jer exod deut heb eph ps prov`,
  de: `leading: dr hr hrn fr frl prof dipl ing med phil jur rer nat mag st kfm z.b d.h i.d.r u.a o.ä bzw bzgl ca evtl ggf inkl exkl mind sog vgl z.t z.zt u.u i.a v.a s.o s.u a.a.o h.c e.h i.v.m n geb gest verh mio mrd tsd bspw insb einschl zzgl abzgl allg ehem gegr hl kath ev lt frhr gebr z d u i s v tgl wtl urt beschl lit bek entspr gg vorm nachm h.c.mult i.v i.s.d i.d.f i.s.v i.b.d i.d i.s re li zw einschließl monatl jährl habil abschn üb
    titles: fa firma dir abt ges verl bhf hbf wwe gde pfr hptm gen obj inst komm min präs vors stellv red mitgl kto postf oberst hzg kgl kais bgm rel hwst mgr msgr mme mr mrs sr sra lic rev kand abg insp komp ltg lfd sekr univ verw vertr zentr apoth brig mo di mi do sa pck pckg msp pat tbl gl gr kl ll
    trailing: usw etc ff u.v.m uvm u.a.m usf str jh v.chr n.chr chr co gmbh jr sen o.g
    numeric: nr nrn abs art s kap bd abb tab aufl max min jg tel std min sek str jan feb mär apr jun jul aug sep sept okt nov dez ziff zi str rn rdnr anm fn az gl gr tz tbl pos hj artikelnr hausnr`,
  fr: `leading: apr m mm mme mmes mlle mlles dr drs pr me mgr st ste p.ex c.-à-d c.à.d cf env ex i.e vs av boul bd ét hab éd cass civ crim soc com bât esc sqq pdt
    titles: ets éts sté gal cdt col cap adj dir prés resp dép arr bât esc app apt imp pl all rte fg fbg ch vve réf lt sgt brig ing arch abbé insp min sén cons intend sr vte vtesse cte ctesse mq mr mrs
    trailing: etc cie s.a sarl jr
    numeric: n no p pp vol chap fig art arts éd t tél al th appt apt janv févr avr juill sept oct nov déc qté réf lun mar ven sam dim col`,
  es: `leading: sr sra srta sres sras dr dra drs d dª dña prof profa ing lic arq gral cnel cap sto sta p.ej ej mons fr hno av avda cf vs aprox ee ed ctra móv comp
    titles: pza pl ctra fco fdo urb edif dpto dto admón tte cte cmdte alm excmo excma ilmo ilma rvdo rvda mtro mtra hnos ayto univ inst fund asoc vda ref lda ldo pbro col blvd esq gob min pdte pdta dir mag lcdo lcda cdad prov gen mr mrs
    trailing: etc s.a s.l cía ltda izda dcha ee.uu a.c d.c a.m p.m ud uds vd vds jr
    numeric: n núm no nro pág págs p pp vol cap fig art arts ed tel tfno min seg ene feb mar abr may jun jul ago sep sept oct nov dic s lun mié jue vie sáb dom ctra móv rfc`,
  it: `leading: sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa ing avv arch geom rag on sen mons don s ss cav comm p.es es cfr vs ca gen col cap ten ed cass civ pen sent ord rif d.lgs d.p.r d.l d.m
    titles: soc spett egr gent ill uff gr min pres dir resp amm magg serg card sac f.lli p.za p.zza v.le c.so l.go sta sto fraz loc prov reg rev mr mrs brig isp ist univ fam ditt sottoten mar col
    trailing: ecc etc s.p.a s.r.l a.c d.c jr
    numeric: n nn nr p pp pag pagg vol cap fig art artt co lett sec ed tel cell gen feb mar apr mag giu lug ago set sett ott nov dic sez d.p.r d.lgs d.l d.m int bin part arr lun gio ven sab dom umid c.p`,
  pt: `leading: sr sra srta srs dr dra drs prof profa eng arq d exmo exma ilmo p.ex ex cf vs aprox av gen cel cap pe sto sta bl rel col
    titles: emp soc rev fr ir maj ten sgt alm min dep ver des pres dir enf trav tv pç pça rod estr lg al lt qd ed apto bl cx univ inst fund assoc sen gov cmte com conselh vda mr mrs prof.a
    trailing: etc ltda cia s.a a.c d.c jr
    numeric: n nº núm no pág págs p pp vol cap fig art arts inc séc apto ap ed tel jan fev mar abr mai jun jul ago set out nov dez seg qua qui sex sáb dom fls proc ref qtd obs`,
  ru: `leading: г гг с ул пр просп пер пл д кв корп стр им проф акад доц д-р гр гос т.е т.н т.к и.о св о ок прим напр т н к е м п пос ред сост тов гражд о-в р-н респ изд ун-т ин-т инж арх ген кап лейт серж адм бул наб обл туп оф эт комн зав зам нач дир гл мл чл ф-ка з-д г-жа г-н отпр приб доб моб влажн пац отд
    titles: майор кн ком
    trailing: т.д т.п др пр руб коп тыс млн млрд трлн н.э до.н.э в вв г гг л чел шт час мин сек э с кг км см мм мл долл
    numeric: с стр рис табл гл № ст п пп т ч мин кн вып янв февр апр авг сент окт нояб дек тел пн вт ср чт пт сб вс доб моб темп влажн`,
};

type Table = ReadonlyMap<string, ReadonlySet<Kind>>;
const TABLES = new Map(
  Object.entries(BY_LANGUAGE).map(([language, lines]): [string, Table] => {
    const kinds = new Map<string, Set<Kind>>();
    for (const line of lines.split('\n')) {
      const [kind = '', words = ''] = line.trim().split(': ');
      for (const word of words.split(' ')) kinds.set(word, (kinds.get(word) ?? new Set()).add(kind as Kind));
    }
    return [language, kinds];
  }),
);
const ORDINARY: ReadonlySet<Kind> = new Set();

/** The kinds of abbreviation that a word before a full stop may be; empty for an ordinary word. */
export function abbreviationKinds(word: string, language: LanguageCode): ReadonlySet<Kind> {
  // Chinese, Japanese and Korean have the English ones.
  const table = TABLES.get(language) ?? TABLES.get('en');
  const key = word.toLowerCase();
  // `Dipl.-Ing.` is an `Ing.` to whoever reads it.
  return table?.get(key) ?? table?.get(key.replace(/^.*\.-/u, '')) ?? ORDINARY;
}

/** Whether a language has an abbreviation, written in lower case without its final full stop. */
export const isAbbreviation = (word: string, language: string): boolean => TABLES.get(language)?.has(word) === true;
