import { type ByLanguage, none } from './tables.js';

/**
 * `written|spoken` for each language, between semicolons; `_` is a space that may be missing. Behind what is written `#` asks
 * for a number after it, `^` for a capital letter; `*` says that it may end a sentence, whose full stop then stays.
 */
export const ABBREVIATION_TABLES: ByLanguage<string> = {
  en: `vs.|versus; approx.|approximately; Inc.*|Incorporated; Ltd.*|Limited; Corp.*|Corporation; Jr.*|Junior;
    Blvd.*|Boulevard; Rd.*|Road; Gen.^|General; Sgt.^|Sergeant; Capt.^|Captain; Col.^|Colonel; Lt.^|Lieutenant;
    Rev.^|Reverend; Hon.^|Honorable; Gov.^|Governor; Sen.^|Senator; Rep.^|Representative; Prof.^|Professor; Mt.^|Mount;
    Apt.#|apartment; Ste.#|suite; fig.#|figure; figs.#|figures; p.#|page; pp.#|pages; vol.#|volume; ch.#|chapter;
    sec.#|section; art.#|article; ext.#|extension; tel.|telephone; w/o|without; w/|with; b/c|because`,
  de: `z._B.|zum Beispiel; d._h.|das heißt; u._a.|unter anderem; u._Ä.*|und Ähnliches; o._Ä.*|oder Ähnliches;
    i._d._R.|in der Regel; i._S._d.|im Sinne des; i._d._F.|in der Fassung; n._V.*|nach Verlängerung; Az.|Aktenzeichen;
    Urt.|Urteil; Beschl.|Beschluss; lit.|litera; ff.*|fortfolgende; tgl.|täglich; u.|und; i._V._m.|in Verbindung mit; z._T.|zum Teil; v._a.|vor allem; s._o.*|siehe oben;
    s._u.*|siehe unten; v._Chr.*|vor Christus; n._Chr.*|nach Christus; usw.*|und so weiter; etc.*|et cetera;
    bzw.|beziehungsweise; bspw.|beispielsweise; ca.|circa; evtl.|eventuell; ggf.|gegebenenfalls; inkl.|inklusive;
    exkl.|exklusive; zzgl.|zuzüglich; abzgl.|abzüglich; vgl.|vergleiche; insb.|insbesondere; mind.|mindestens; lt.|laut;
    Dr.|Doktor; Prof.|Professor; Hr.^|Herr; Hrn.^|Herrn; Fr.^|Frau; St.^|Sankt; Str.|Straße; Tel.|Telefon;
    MwSt.|Mehrwertsteuer; Jh.*|Jahrhundert; Abs.#|Absatz; Art.#|Artikel; Rn.#|Randnummer; S.#|Seite; Bd.#|Band; Kap.#|Kapitel;
    Abb.#|Abbildung; Tab.#|Tabelle; Mo.#|Montag; Di.#|Dienstag; Mi.#|Mittwoch; Do.#|Donnerstag; Fr.#|Freitag;
    Sa.#|Samstag; So.#|Sonntag`,
  fr: `M.^|monsieur; MM.^|messieurs; Mme^|madame; Mlle^|mademoiselle; Dr^|docteur; Pr^|professeur; p._ex.|par exemple; c.-à-d.|c’est-à-dire; av._J.-C.*|avant Jésus-Christ;
    apr._J.-C.*|après Jésus-Christ; env.|environ; cf.|confer; c._à_s.|cuillère à soupe; c._à_c.|cuillère à café;
    av.^|avenue; tél.|téléphone; p.#|page; pp.#|pages; vol.#|volume; chap.#|chapitre; fig.#|figure; art.#|article;
    al.#|alinéa; t.#|tome`,
  es: `Sr.^|señor; Sra.^|señora; Srta.^|señorita; Dr.^|doctor; Dra.^|doctora; Prof.^|profesor; EE._UU.*|Estados Unidos; JJ._OO.*|Juegos Olímpicos; p._ej.|por ejemplo; a._C.*|antes de Cristo;
    d._C.*|después de Cristo; D.^|don; Dña.^|doña; Avda.^|avenida; Av.^|avenida; Sto.^|Santo; Sta.^|Santa;
    Gral.^|general; Fco.^|Francisco; Hnos.^|hermanos; C/^|calle; cda.|cucharada; cdas.|cucharadas; cdta.|cucharadita;
    cdtas.|cucharaditas; aprox.|aproximadamente; máx.|máximo; mín.|mínimo; tel.|teléfono; tfno.|teléfono; pág.#|página;
    págs.#|páginas; art.#|artículo; arts.#|artículos; cap.#|capítulo; vol.#|volumen`,
  it: `sig.^|signor; sig.ra^|signora; sig.na^|signorina; sigg.^|signori; dott.^|dottor; dott.ssa^|dottoressa; dr.^|dottor;
    prof.^|professor; prof.ssa^|professoressa; avv.^|avvocato; ing.^|ingegner; on.^|onorevole; V.le^|viale; P.za^|piazza;
    P.zza^|piazza; C.so^|corso; F.lli^|fratelli; ecc.*|eccetera; p._es.|per esempio; a._C.*|avanti Cristo;
    d._C.*|dopo Cristo; q.b.|quanto basta; ca.|circa; cfr.|confronta; tel.|telefono; cell.|cellulare; pag.#|pagina;
    pagg.#|pagine; pp.#|pagine; cap.#|capitolo; vol.#|volume; fig.#|figura; art.#|articolo; sec.#|secolo`,
  pt: `Dr.^|doutor; Dra.^|doutora; Sr.^|senhor; Sra.^|senhora; Srs.^|senhores; Srta.^|senhorita; V._Exa.|Vossa Excelência; Prof.^|professor;
    Profa.^|professora; Eng.^|engenheiro; Av.^|avenida; Ltda.*|limitada; p._ex.|por exemplo; a._C.*|antes de Cristo;
    d._C.*|depois de Cristo; aprox.|aproximadamente; tel.|telefone; pág.#|página; págs.#|páginas; cap.#|capítulo;
    vol.#|volume; fig.#|figura; art.#|artigo; inc.#|inciso; séc.#|século; apto.#|apartamento`,
  ru: `т._д.*|так далее; т._п.*|тому подобное; т._е.|то есть; т._к.|так как; и др.*|и другие; и пр.*|и прочее;
    г._до н._э.*|года до нашей эры; до н._э.*|до нашей эры; ч._л.|чайной ложки; ст._л.|столовой ложки; н._э.*|нашей эры; рт._ст.*|ртутного столба; напр.|например; ул.^|улица; просп.|проспект;
    пл.^|площадь; г.^|город; им.^|имени; проф.^|профессор; акад.^|академик; обл.*|область; тел.|телефон; долл.*|долларов; коп.*|копеек;
    чел.*|человек; г-н|господин; г-жа|госпожа; д-р|доктор; ок.#|около; д.#|дом; кв.#|квартира; корп.#|корпус;
    стр.#|страница; гл.#|глава; рис.#|рисунок; табл.#|таблица; ст.#|статья; п.#|пункт; ч.#|часть`,
  ...none('zh', 'ja', 'ko'),
};
