/** Every reason has a text and a remedy in the three languages, and what the server says gets the right one. */
import { describe, expect, it } from 'vitest'
import { packagingReasons } from '#contract/console/queue.ts'
import { en as enQueue } from '#console/i18n/en/queue.ts'
import { en } from '#console/i18n/en/reasons.ts'
import { ru as ruQueue } from '#console/i18n/ru/queue.ts'
import { ru } from '#console/i18n/ru/reasons.ts'
import { uz as uzQueue } from '#console/i18n/uz/queue.ts'
import { uz } from '#console/i18n/uz/reasons.ts'
import { type ReasonCode, reasonCode, reasonCodes, statusOf } from './reason-codes.ts'

const languages = {
  ru: { own: ru, queue: ruQueue },
  uz: { own: uz, queue: uzQueue },
  en: { own: en, queue: enQueue },
}

/** What the server, the recorder and the programs say, with the code it gets. */
const said: readonly (readonly [string, ReasonCode])[] = [
  ['it does not answer', 'answer'],
  ['not answered yet', 'answer'],
  ['silent for 10 s', 'answer'],
  ['the connection is refused', 'connection'],
  ['its name cannot be resolved', 'name'],
  ['there is no way to its address', 'way'],
  ['another program receives from this address', 'taken'],
  ['the source has ended: its playlist is closed (EXT-X-ENDLIST)', 'ended'],
  ['nothing was recorded within the last minute', 'ended'],
  ['the source is a recording, not a live channel (playlist type VOD)', 'recording'],
  ['the address is that of a file, not of a live stream', 'recording'],
  ['it answers 404', 'status'],
  ['it answers 403', 'password'],
  ['it redirects in a circle', 'redirect'],
  ['it is redirected from https to http', 'redirect'],
  ['it cannot be followed (Error: x)', 'unfit'],
  ['10.0.0.1 is in the local network; say --allow-local', 'local'],
  ['it does not exist', 'missing'],
  ['/srv/films/a.mkv may not be read: no rights to it', 'rights'],
  ['there are no rights to read it', 'rights'],
  ['it is not a folder', 'not_folder'],
  ['/srv/films/a.mkv is empty: it holds no bytes at all', 'empty'],
  ['it is larger than 2 MB', 'large'],
  ['it has more than 50000 channels', 'large'],
  ['it is more than 12 folders deep', 'deep'],
  ['it is a link; put the file itself there', 'link'],
  ['its name is not in UTF-8', 'utf8'],
  ['it is packed (gzip or zip); unpack it first', 'packed'],
  ['its XML is broken (mismatched tag)', 'broken'],
  ['film.mkv is in the folder already', 'exists'],
  ['/a.mkv is not a video file this system knows (Invalid data found)', 'not_video'],
  ['/a.mkv is not a video file this system reads: it is of the kind tty; convert it', 'not_video'],
  ['it holds no picture', 'no_picture'],
  ['/a.mkv has a track in prores, which is not decoded here; convert it', 'picture'],
  ['/a.mkv is damaged or cut short: its table of contents cannot be read; copy it here once more', 'damaged'],
  ['/a.mkv was not understood within 60 s', 'slow'],
  ['a sample or an extra by its name; call a film otherwise', 'sample'],
  ['it has no form like .mkv or .mp4', 'form'],
  ['it is an episode, but neither its name nor its folder says of what', 'series'],
  ['it is the same episode as other.mkv', 'double'],
  ['30 of the 40 programmes that are ahead would be lost (75 %)', 'loss'],
  ['its start "soon" is no time', 'time'],
  ['it has no title', 'title'],
  ['which field is the start of a programme is not clear; say it in the mapping', 'field'],
  ['it is a list of channels (M3U), not a guide: load it under the lists of channels', 'is_list'],
  ['it is a guide (XMLTV), not a list of channels: load it under the guide', 'is_guide'],
  ['it is not a playlist: no #EXTM3U, no #EXTINF and no address in it', 'playlist'],
  ['ENOSPC: no space left on device', 'room'],
  ['stopped', 'stopped'],
  ['the target was removed', 'removed'],
  ['its secret cannot be read with these keys: enter it again', 'secret'],
  ['Connection reset by peer', 'reset'],
  ['read ECONNRESET', 'reset'],
  ['socket hang up', 'reset'],
  ['unable to verify the first certificate', 'certificate'],
  ['self-signed certificate in certificate chain', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['Invalid data found when processing input', 'not_video'],
  ['no signal for 20 s', 'answer'],
  ['ffmpeg was killed by signal 9', 'stopped'],
  ['ffmpeg ended with SIGKILL', 'stopped'],
  ['tv.example answered 200 with an empty text', 'empty'],
  ['tv.example answered 403', 'password'],
  ['192.168.10.20 answered 404', 'status'],
  ['forbidden.example answered 404', 'status'],
  ['https://tv.example/redirect/forbidden answered 500', 'status'],
  ['/srv/films/Forbidden Planet (1956).mkv has a track in prores, which is not decoded here', 'picture'],
  ['Forbidden Planet (1956).mkv is damaged or cut short', 'damaged'],
  ['films/Signal.2016.mkv is not a video file this system knows', 'not_video'],
  ['it is the same episode as Forbidden Redirect S01E01.mkv', 'double'],
  ["ENOENT: no such file or directory, open '/srv/Forbidden/a.mkv'", 'missing'],
  ['/srv/My Forbidden films is not a folder', 'not_folder'],
  ['its start "Forbidden" is no time', 'time'],
  ['something that no rule knows', 'other'],
]

describe('[STAFF-05] a reason in the console', () => {
  it('is a code that each thing said gets, and every code is said by something', () => {
    for (const [words, code] of said) expect([words, reasonCode(words)]).toEqual([words, code])
    expect(new Set(said.map(([, code]) => code))).toEqual(new Set(reasonCodes))
  })

  it('names the status that was answered, never a part of an address or a time', () => {
    const statuses = [
      ...[
        '192.168.10.20 answered 404',
        'it answers 503',
        'Server returned HTTP error 410',
        'status code 502',
      ],
      ...['tv.example:443 answered 200 with an empty text', '/films/404.mkv is damaged', 'silent for 500 s'],
    ]
    expect(statuses.map((one) => statusOf(one))).toEqual(['404', '503', '410', '502', '', '', ''])
  })

  it.each(Object.entries(languages))('has a text and a remedy of its own in %s', (_, { own, queue }) => {
    const texts = [
      ...reasonCodes.flatMap((code) => [own[`reason.${code}`], own[`remedy.${code}`]]),
      ...packagingReasons.flatMap((code) => [queue[`reason.${code}`], queue[`remedy.${code}`]]),
    ]
    for (const text of texts) expect(text).toMatch(/^«?\p{Lu}.*[.!]$/su)
    const first = reasonCodes.map((code) => own[`reason.${code}`])
    expect(new Set(first).size).toBe(first.length)
  })

  it('is in the letters of its language', () => {
    for (const code of reasonCodes) {
      expect(ru[`reason.${code}`]).toMatch(/^[А-ЯЁ]/u)
      expect(ru[`remedy.${code}`]).toMatch(/[а-яё]{3}/u)
      expect(uz[`reason.${code}`]).not.toMatch(/[а-яё]/iu)
      expect(uz[`reason.${code}`]).not.toBe(en[`reason.${code}`])
    }
  })
})
