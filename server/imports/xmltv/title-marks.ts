/** Marks in titles that do not belong to them: new, live or repeated. Pure. */

/** Superscript letters, as some tuners write them. */
const raised = /\s*(?:ᴺᵉʷ|ᴺᴱᵂ|ᴸⁱᵛᵉ|ᴸᶦᵛᵉ|ᴸᴵⱽᴱ|ᴿᵉᵖᵉᵃᵗ|ᴴᴰ|ᵁᴴᴰ|⁽ᴺᵉʷ⁾|🆕|🔴)\s*/gu
const words =
  'new|new!|live|live!|repeat|rpt|premiere|hd|uhd|4k|новый|новая|новое|новинка|новая серия|премьера|повтор|прямой эфир|в прямом эфире|live tv|yangi|premyera|takror|jonli efir'
/** `Title (New)`, `[LIVE] Title`. */
const bracketed = new RegExp(`\\s*[(\\[](?:${words})[)\\]]\\s*`, 'giu')
/** `New: Title`, «Премьера! Title». Not `Live: …`, which is the start of concert names. */
const leading = /^(?:new|премьера|новинка|premyera|premiere|yangi)\s*[:!.]+\s+/iu
/** «Title. Премьера», `Title - NEW`. */
const trailing =
  /\s*(?:[.,]|\s[-–—])\s*(?:NEW|Премьера|ПРЕМЬЕРА|Premyera|Новая серия|Повтор|Прямой эфир)[.!]?$/u

/** The title without such marks; a title that consists only of a mark is unchanged. */
export function withoutMarks(title: string): string {
  const bare = title
    .replace(raised, ' ')
    .replace(bracketed, ' ')
    .replace(leading, '')
    .replace(trailing, '')
    .replace(/\s+/g, ' ')
    .trim()
  return bare === '' ? title : bare
}
