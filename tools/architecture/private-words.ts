/**
 * Words less precise than the field's own terms, each with its replacement. A part of an identifier counts: `askedFor`,
 * `mostChannels`. Names from the specification or a protocol stay, as whole names.
 */
export const privateWords: Readonly<Record<string, string>> = {
  asked: 'request, params or options',
  given: 'params or options',
  wanted: 'requested or target',
  told: 'reported or options',
  known: 'cached, stored or registered',
  kept: 'saved, stored or retained',
  found: 'result or matches',
  held: 'locked or pending',
  begun: 'started or partial',
  most: 'max',
  usual: 'default',
  least: 'min',
  cheque: 'receipt',
  nought: 'zero',
  anew: 'again',
  lest: 'so that … not',
  wish: 'request, target or override',
  wishes: 'requests, items or overrides',
  asker: 'client or caller',
  kin: 'similar',
  kinship: 'similarity',
  haste: 'priority or fast',
  findable: 'document',
  findables: 'documents',
  untold: 'unsent',
  twin: 'duplicate',
}

/** Words that comments do without, beside the unabridged private names in backticks; each with what to write. */
export const privateCommentWords: Readonly<Record<string, string>> = {
  anew: 'again',
  lest: 'so that … not',
  nought: 'zero',
  cheque: 'receipt',
  ere: 'before',
  whoever: 'the one who acts: the client, the caller, the viewer',
  thereof: 'of it',
}

/** Words of a still image or of hearing that the media engine uses for a stream. */
export const privateMediaWords: Readonly<Record<string, string>> = {
  picture: 'video (a still image may stay a picture)',
  sound: 'audio',
}

/**
 * Whole names that stay: the contract's and the protocols', and those in files on disk. `beginMs` and `beginSec` are
 * the specification's `begin_time` in other units; they are used in `epochs.json`, `markers.json` and `asset.json`.
 */
export const allowedNames: readonly string[] = [
  'begin_time',
  'beginTime',
  'begin_sec',
  'beginMs',
  'beginSec',
  'begun',
  'indexBegin',
  'attachedPicture',
  'atLeastOne',
  // Fields of the contract and of payment systems.
  'asked_at',
  'cheque',
  'cheque_id',
  'chequeId',
  'found_by',
  'held',
  // Columns of tables.
  'asked',
  'begun_at',
  'begun_fraction',
  'known_card_sealed',
  'network_has_asked',
]

/** The parts of a name: `mostChannels` → most, channels; `MAX_SIZE` → max, size; `kept-list.ts` → kept, list, ts. */
export function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_#$.-]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase())
}

/** The private words in a name, from this list. */
export function privateWordsIn(
  name: string,
  words: Readonly<Record<string, string>> = privateWords,
): string[] {
  return allowedNames.includes(name) ? [] : privateWordsAmong(partsOf(name), words)
}

/** The private words in the names of a file and of its folders; `path` is relative to the repository. */
export function privateWordsInPath(path: string): string[] {
  return path.split('/').flatMap((part) => privateWordsAmong(partsOf(part), privateWords))
}

function privateWordsAmong(parts: readonly string[], words: Readonly<Record<string, string>>): string[] {
  // A missing resource is "not found" in every protocol.
  const isNotFound = (part: string, at: number) =>
    part === 'found' && /^(?:not|nothing)$/.test(parts[at - 1] ?? '')
  // The superlative of an adjective is no maximum.
  const isSuperlative = (part: string, at: number) =>
    part === 'most' && /^(?:recent|popular|watched|specific|used)$/.test(parts[at + 1] ?? '')
  return parts.filter(
    (part, at) => Object.hasOwn(words, part) && !isNotFound(part, at) && !isSuperlative(part, at),
  )
}

/** The private words in a comment; names in backticks are the code's or a protocol's. */
export function privateWordsInComment(comment: string): string[] {
  const words = comment.replace(/`[^`]*`/g, ' ').match(/[A-Za-z]+/g) ?? []
  return words.map((word) => word.toLowerCase()).filter((word) => Object.hasOwn(privateCommentWords, word))
}
