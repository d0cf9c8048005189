/**
 * Why something did not work, as a code: the server's and the programs' own reasons are in English, and are shown in
 * the console's language with a remedy. Pure.
 */

/** Each has a text and a remedy (`reasons.ts` of each language). */
export const reasonCodes = [
  // A source of a channel, a guide or a list at an address.
  ...['answer', 'connection', 'name', 'way', 'taken', 'ended', 'recording', 'status', 'redirect', 'unfit'],
  ...['local', 'password', 'reset', 'certificate'],
  // A file.
  ...[
    'missing',
    'rights',
    'not_folder',
    'empty',
    'large',
    'deep',
    'link',
    'utf8',
    'packed',
    'broken',
    'exists',
  ],
  // A film.
  ...['not_video', 'no_picture', 'picture', 'damaged', 'slow', 'sample', 'form', 'series', 'double'],
  // A guide or a table.
  ...['loss', 'time', 'title', 'field', 'playlist', 'is_list', 'is_guide'],
  // The program and the machine.
  ...['room', 'stopped', 'removed', 'secret', 'other'],
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** An answer that is an error. */
const statusForm = /(?:answer(?:s|ed)?|status(?: code)?|HTTP(?: error)?) ([345]\d\d)\b/i

/** The first that matches. */
const rules: readonly (readonly [RegExp, Exclude<ReasonCode, 'other'>])[] = [
  [/is a list of channels/i, 'is_list'],
  [/is a guide \(/i, 'is_guide'],
  [/in the local network/i, 'local'],
  [
    /(?:answer(?:s|ed)?|status(?: code)?|HTTP(?: error)?) 40[13]\b|unauthorized|forbidden|authenticat/i,
    'password',
  ],
  [statusForm, 'status'],
  [/redirect/i, 'redirect'],
  [/certificate|\bCERT_|self[- ]signed|ERR_TLS|\b(?:SSL|TLS)\b|handshake/i, 'certificate'],
  [/ECONNRESET|connection reset|reset by peer|socket hang up|other side closed|EPIPE|broken pipe/i, 'reset'],
  [/connection is refused|ECONNREFUSED|connection refused|refuses the connection/i, 'connection'],
  [/name cannot be resolved|ENOTFOUND|EAI_AGAIN|resolve hostname|getaddrinfo/i, 'name'],
  [/no way to its address|ENETUNREACH|EHOSTUNREACH|no route/i, 'way'],
  [/another program receives|EADDRINUSE/i, 'taken'],
  [/recording, not a live|that of a file/i, 'recording'],
  [/would be lost/i, 'loss'],
  [/no rights|may not be read|EACCES|EPERM|permission denied/i, 'rights'],
  [/same episode/i, 'double'],
  [/in the folder already|EEXIST|same name/i, 'exists'],
  [/is (?:no|not a) time|no moment|time zone/i, 'time'],
  [/no title|no name/i, 'title'],
  [/in the mapping|which field|no field/i, 'field'],
  [/not a folder|is a folder|not a file\b/i, 'not_folder'],
  [/does not exist|no such file|ENOENT|is not there/i, 'missing'],
  [/holds no bytes|is empty|empty text|answered nothing/i, 'empty'],
  [/folders deep|nested too deep/i, 'deep'],
  [/it is a link|is hidden/i, 'link'],
  [/UTF-8|cannot be decoded/i, 'utf8'],
  [/no form like/i, 'form'],
  [/sample or an extra/i, 'sample'],
  [/neither its name nor its folder/i, 'series'],
  [/no picture|no video/i, 'no_picture'],
  [/not decoded here|no decoder|unknown codec/i, 'picture'],
  [/damaged|cut short|could not be examined|cannot be opened|table of contents/i, 'damaged'],
  [/not a video|of the kind|Invalid data found/i, 'not_video'],
  [/was not understood within|too slow/i, 'slow'],
  [/larger than|has more than|longer than|too large/i, 'large'],
  [/packed|gzip|\bzip\b/i, 'packed'],
  [/playlist is closed|source (?:has )?ended|nothing was recorded/i, 'ended'],
  [/not a playlist|no channel|not a list/i, 'playlist'],
  [/XML|JSON|not well-formed|unexpected|elements|broken|parse/i, 'broken'],
  [/cannot be followed|no stream|unfit/i, 'unfit'],
  [/does not answer|not answered|timed? ?out|silent for|no signal|ETIMEDOUT|aborted/i, 'answer'],
  [/no room|ENOSPC|free space/i, 'room'],
  [/was removed/i, 'removed'],
  [/secret cannot/i, 'secret'],
  [/^stopped|\bkilled\b|\bSIG[A-Z]{3,}\b|(?:by|with|received) signal/i, 'stopped'],
]

const extension = String.raw`\.(?:mkv|mp4|m4v|mov|avi|ts|m2ts|webm|mpe?g|wmv|flv|iso|srt|vtt|ass|xml|gz|zip|json|csv|xlsx|m3u8?|txt|nfo|jpe?g|png|webp|svg)`
const verb = 'is|has|was|may|cannot|could|does|holds|answer(?:s|ed)?'
/** Addresses, paths and names of files and servers: what they are called says nothing about the reason. */
const names: readonly RegExp[] = [
  /"[^"]*"|«[^»]*»|“[^”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  new RegExp(
    String.raw`(?<![\w<])(?:[a-z]:)?[\\/](?:[^\n]*?${extension}\b|[^:;,\n]*?(?= (?:${verb})\b)|[^\s:;,]+)`,
    'gi',
  ),
  new RegExp(String.raw`^[^\n]*?${extension}(?= (?:${verb})\b|:)`, 'i'),
  new RegExp(String.raw`(?<= as )[^\n]*${extension}$`, 'i'),
  /\b[\w-]+(?:\.[\w-]+)+\b/g,
]

function withoutNames(reason: string): string {
  let rest = reason.slice(0, 2000)
  for (const name of names) rest = rest.replace(name, '…')
  return rest
}

/** The code of a reason in English; `other` for one that no rule knows. */
export function reasonCode(reason: string): ReasonCode {
  const words = withoutNames(reason)
  return rules.find(([form]) => form.test(words))?.[1] ?? 'other'
}

/** The status that the other server answered with; '' when the reason names none. */
export function statusOf(reason: string): string {
  return statusForm.exec(withoutNames(reason))?.[1] ?? ''
}
