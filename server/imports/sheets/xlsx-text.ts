/** Texts in the XML of a workbook (ECMA-376, 22.9.2.19 `ST_Xstring`). Pure. */

/** What XML cannot contain, or changes: control characters, and a carriage return, which parsers drop. */
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g
/** A text that looks like an escape is one for every reader. */
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/g

/** A text of a cell as XML. */
export function xmlOfText(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(escapeLike, '_x005F_')
    .replace(unsafe, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The opposite, after the XML parser. */
export function textOfXml(text: string): string {
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
