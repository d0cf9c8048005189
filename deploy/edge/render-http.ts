/** What stands outside the servers of nginx: caches, upstreams, maps, the form of the log. Pure. */
import type { EdgeOptions, EdgeServer } from './edge-options.ts'

/** nginx keeps about 8,000 keys of a cache in a megabyte of memory. */
const keysPerMb = 8000
/** A segment of two seconds at 1.2 Mbit/s: smaller ones than most, so that the memory for keys suffices. */
const channelObjectBytes = 300_000
/** A segment of an encrypted film; a slice of one that is not has 4 MB. */
const filmObjectBytes = 1_000_000
const playlistsGb = 1

/** Sizes of one cache: the disk, and the memory for its keys. */
export interface CacheSize {
  readonly gb: number
  readonly keysMb: number
}

/** How the disk is shared out. */
export function cacheSizes({ cacheGb, filmShare }: Pick<EdgeOptions, 'cacheGb' | 'filmShare'>) {
  const rest = cacheGb - playlistsGb
  const filmsGb = Math.max(1, Math.floor(rest * filmShare))
  return {
    films: sized(filmsGb, filmObjectBytes),
    channels: sized(Math.max(1, rest - filmsGb), channelObjectBytes),
  }
}

function sized(gb: number, objectBytes: number): CacheSize {
  return { gb, keysMb: Math.ceil((gb * 1e9) / objectBytes / keysPerMb) + 1 }
}

/** Caches, with the computation of their sizes. */
export function renderCaches(options: EdgeOptions): string {
  const { cache } = options.folders
  const { films, channels } = cacheSizes(options)
  const hours = Math.floor((channels.gb * 8000) / 4 / 3600)
  return `# Caches. Each megabyte of a keys_zone is memory for about ${keysPerMb} objects.
# Channels: ${channels.gb} GB are ${hours} hours of one rendition of 4 Mbit/s (GB x 8000 / Mbit/s / 3600), shared by the channels that
# are watched. The last minutes of all channels must fit: channels x Mbit/s of all renditions x 600 s / 8000 GB.
# Films: ${films.gb} GB are ${Math.floor(films.gb / 3)} films of 3 GB in all renditions that are watched. Twice as much disk helps as long as
# "cache" is MISS for more than a tenth of the bytes of films in the log.
proxy_cache_path ${cache}/playlists levels=1:2 keys_zone=ekran_playlists:10m max_size=${playlistsGb}g inactive=10m use_temp_path=off;
proxy_cache_path ${cache}/channels levels=1:2 keys_zone=ekran_channels:${channels.keysMb}m max_size=${channels.gb}g inactive=2h use_temp_path=off;
proxy_cache_path ${cache}/films levels=1:2 keys_zone=ekran_films:${films.keysMb}m max_size=${films.gb}g inactive=7d use_temp_path=off;
proxy_cache_path ${cache}/tickets keys_zone=ekran_tickets:20m max_size=200m inactive=1m use_temp_path=off;
`
}

/** The servers behind. One that fails three times within ten seconds is left out for ten seconds. */
export function renderUpstreams({ origins, consoles, media, isMediaOnly }: EdgeOptions): string {
  const servers = (list: readonly EdgeServer[]) =>
    list
      .map(
        ({ address, weight }) =>
          `  server ${address}${weight === 1 ? '' : ` weight=${weight}`} max_fails=${list.length === 1 ? 0 : 3} fail_timeout=10s;\n`,
      )
      .join('')
  // Each of several shields or origins gets its own part of the media, so that together they cache more.
  const isSpread = media.length > 1
  const spread = isSpread ? '  hash $spread consistent;\n' : ''
  const key = isSpread ? 'map "$right$file" $spread { "" $uri; default "$right$file"; }\n' : ''
  const site = `upstream ekran_api {
${servers(origins)}  keepalive 64;
}
upstream ekran_console {
${servers(consoles)}  keepalive 8;
}
`
  return `${key}${isMediaOnly ? '' : site}upstream ekran_media {
${spread}${servers(media)}  keepalive 128;
}
`
}

/** Variables that the locations use. */
export function renderMaps(): string {
  return `# What is asked of the origin to learn whether a ticket opens a film, a channel or a window: it touches no disk.
map $right $probe { ~^film/ master.m3u8; default time.txt; }
# A verdict is some seconds old: what a blackout that began since has shaped is cached for nobody.
map "$closure $upstream_http_x_ekran_closure" $closed_since { volatile; "~^(?<same>.*) \\k<same>$" ""; default 1; }
# Segments of encrypted films belong to the films.
map $right $segment_cache { ~^film/ ekran_films; default ekran_channels; }
# Data about playback in the address (CMCD) makes no other playlist of it.
map $args $playlist_args {
  "~^CMCD=[^&]*$" "";
  "~^CMCD=[^&]*&(?<after_cmcd>.*)$" $after_cmcd;
  "~^(?<before_cmcd>.*)&CMCD=[^&]*(?<behind_cmcd>.*)$" $before_cmcd$behind_cmcd;
  default $args;
}
`
}

/** What only an edge that checks tickets itself needs. */
export function renderLocalCheck({ check, folders }: EdgeOptions): string {
  if (check.kind === 'origin') return ''
  const places =
    check.inside.length === 0
      ? 'map $host $ekran_place { default inside; }\n'
      : `geo $ekran_place { default outside; include ${folders.config}/inside.conf; }\n`
  return `
# Tickets are checked here: ticket.js. Only root can read the file with the secrets.
js_import ekran from ${folders.config}/ticket.js;
js_set $ticket_verdict ekran.verdict;
include ${folders.config}/secrets.conf;
${places}map $ticket_verdict $ticket_refusal { "~^refused (?<refusal>\\w+)$" $refusal; default ""; }
# What is closed depends on the place and the kind of device only: one question to the origin for all who share them.
map $ticket_verdict $class_key { "~^valid (?<class>.*)$" "$right $class"; default "$ticket $right $remote_addr"; }
`
}

/** A line of JSON for each request. No ticket, no query: both may contain what opens something. */
export function renderLog({ folders }: EdgeOptions): string {
  return `map $uri $logged_path { "~^/p/[^/]+(?<logged_rest>/.*)$" "/p/*$logged_rest"; "~^/p/" "/p/*"; default $uri; }
map $uri $logged_session { "~^/p/[0-9a-z]{1,9}\\.(?<session>[\\w~-]{1,200})\\." $session; default ""; }
log_format ekran escape=json '{"time":"$time_iso8601","edge":"$hostname","viewer":"$remote_addr","status":"$status",'
  '"bytes":$bytes_sent,"seconds":$request_time,"method":"$request_method","host":"$host","path":"$logged_path",'
  '"session":"$logged_session","cache":"$upstream_cache_status","origin":"$upstream_addr","origin_status":"$upstream_status",'
  '"origin_seconds":"$upstream_response_time","protocol":"$server_protocol","agent":"$http_user_agent",'
  '"cmcd":"$arg_CMCD","cmcd_object":"$http_cmcd_object","cmcd_request":"$http_cmcd_request",'
  '"cmcd_session":"$http_cmcd_session","cmcd_status":"$http_cmcd_status"}';
access_log ${folders.log}/ekran.log ekran buffer=64k flush=1s;
`
}
