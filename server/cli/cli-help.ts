/** What `--help` says: for everything, and for each command with examples that can be copied. */
export const helpTexts = {
  all: `Ekran, the operator's side.

  npm run ekran -- import channels <playlist.m3u>   take channels from an M3U playlist
  npm run ekran -- import guide <guide.xml>         take the programme guide once (XMLTV, .gz, .zip, JTV, or an address)
  npm run ekran -- import films <folder>            take films and series from a folder, with NFO and posters
  npm run ekran -- status                           what there is, and how far packaging is
  npm run ekran -- <command> --help                 more about one command, with examples

{others}

Works while Ekran runs (what is imported appears at once) and while it does not. Every import can be run again: it
changes only what changed, and says what it took, left and refused, and why. A broken file changes nothing.
The data folder is EKRAN_DATA (./data), the database DATABASE_URL or the one inside the data folder.`,

  'import channels': `npm run ekran -- import channels <playlist.m3u> [--record] [--with-guide] [--groups]
                                  [--base <address>] [--all]

Takes the channels of an M3U or M3U8 playlist: name, number (tvg-chno), category (group-title), guide id (tvg-id,
tvg-name, tvg-shift), source address, User-Agent and Referer. No stream is opened. Logos (tvg-logo) are fetched
from public addresses in the background, or read beside the list.

  --record   switch the recording of these channels on. Without it new channels are listed but not opened: recording
             a channel takes bandwidth, disk and processor time all day long.
  --with-guide  read the guides that the playlist names (x-tvg-url, url-tvg) from now on; see: guide list
  --groups   make categories of their own of groups that fit none of the usual ones (60 at most)
  --base     what relative addresses in the playlist are relative to
  --all      show every refused line, not only the first 200

Examples
  npm run ekran -- import channels lists/uzbekistan.m3u
  npm run ekran -- import channels lists/own-multicast.m3u --record
Left out, with the reason: radio, pages with a player (YouTube, Twitch), DASH, the same address twice.
New channels are added to the public and the base tariffs, so that subscribers may watch them.
A channel is the same one next time by its tvg-id (BIZTV.uz is BIZTV.uz@SD), else its name where one of both has no id, else
its address: a newer edition of a list updates it and says so.`,

  'import guide': `npm run ekran -- import guide <file or address> [--zone Asia/Tashkent] [--shift-days <n>] [--force]
                                  [--report <file.csv>] [--allow-local] [--all]

Takes the guide of the channels we have, once: XMLTV, plain, gzip or in a zip, or JTV in a zip, from a file or an
http(s) address. For one that is read again and again see: guide add. A channel is matched by what you said yourself
(channels alias), by its tvg-id, and by its tvg-name or name, with its country and feed (East, West, +1). What is not sure
(below 0.9) is not applied but listed with the command that accepts it. Only the time the guide covers is
replaced, and only programmes that changed are touched. A guide that would lose more than a fifth of the programmes that
are ahead is held back.

  --zone         the time zone of times that name none (XMLTV says UTC; JTV never names one): +05:00 or Asia/Tashkent
  --shift-days   move the whole guide by so many days, to try one that is of another week
  --force        apply it also when it loses more than a fifth of what is ahead
  --report       write every channel of both sides with what it was matched to into a file
  --allow-local  let the address be one of the local network
  --all          show every refused programme

Examples
  npm run ekran -- import guide guide.xml.gz
  npm run ekran -- import guide jtv.zip --zone Europe/Moscow
  npm run ekran -- import guide https://example.org/epg.xml.gz --report matched.csv`,

  'import films': `npm run ekran -- import films <folder> [--again] [--no-wait] [--all]

Takes every film and series below a folder. The files stay where they are and must stay there until they are
packaged. Known names: "Film (2021).mkv", "Series/Season 1/S01E02 Name.mkv", "Series 1x02.avi", "Сериал/Сезон 1/01.mkv".
Read beside a film: <film>.nfo or movie.nfo, tvshow.nfo (Kodi, Jellyfin), <film>-poster.jpg, poster.jpg,
<film>-fanart.jpg, fanart.jpg, <film>.ru.srt (also .vtt, .ass), <film>-trailer.mp4.

  --again    try files once more that were refused before and have not changed since
  --no-wait  do not stay to watch the packaging (only while Ekran runs, which does it)
  --all      show every refused file

Examples
  npm run ekran -- import films /media/films
  npm run ekran -- import films ./new --no-wait`,

  status: `npm run ekran -- status

Says whether Ekran runs, how many channels, programmes, films and episodes there are, how far the guide reaches,
how far each film is that is being packaged, what is left of it and of all, why one waits, what a watched folder holds,
and which files were refused and why.`,
} as const

export type HelpTopic = keyof typeof helpTexts
