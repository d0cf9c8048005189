/** The attributes of an entry that an import uses. */
export const readOfEntry = new Set([
  'tvg-id',
  'tvg-name',
  'tvg-logo',
  'logo',
  'group-title',
  'tvg-chno',
  'ch-number',
  'tvh-chnum',
  'channel-number',
  'tvg-shift',
  'tvg-country',
  'radio',
  'user-agent',
  'http-user-agent',
  'referer',
  'http-referrer',
  'http-referer',
  'catchup',
  'catchup-type',
  'catchup-source',
  'catchup-days',
  'catchup-correction',
  'timeshift',
  'tvg-rec',
])

/** And those of the first line. */
export const readOfHeader = new Set([
  'x-tvg-url',
  'url-tvg',
  'tvg-shift',
  'catchup',
  'catchup-type',
  'catchup-source',
  'catchup-days',
  'catchup-correction',
])
