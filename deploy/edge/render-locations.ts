/** What the server of an edge does with each kind of address. Pure. */
import type { EdgeOptions } from './edge-options.ts'

const ticket = String.raw`/p/(?<ticket>[\w.~-]+)`
const channel = String.raw`(?:live/[\w-]+|(?:archive|excerpt|recording)/[\w-]+/\d+-(?:\d+|now))`
const right = String.raw`(?<right>film/[\w-]+|${channel})`

/** What all of these have in common. */
interface Media {
  readonly upstream: string
  /** Who says whether a ticket opens a segment or a file. */
  readonly verdict: string
  readonly headers: string
}

/** Tickets are in the address: nginx would write them into its log of errors. */
const quiet = 'error_log /dev/null crit;'

/** All locations under `/p/`, the most special ones first. */
export function renderMedia(options: EdgeOptions): string {
  const { check, folders } = options
  const media = {
    upstream: `${schemeOf(options)}://ekran_media`,
    verdict: check.kind === 'local' ? '/class' : '/ticket',
    headers: `include ${folders.config}/proxy.conf;`,
  }
  return `  # Parts: fresh for two hundred milliseconds, and the hinted one is waited for. Nothing may stand in between.
  location ~ "^/p/[\\w.~-]+/live/[\\w-]+/[\\w-]+/p\\d+\\.m4s$" {
    ${quiet}
    proxy_pass ${media.upstream};
    proxy_buffering off;
  }

${renderFilmFiles(media)}
${renderSegments(media)}
${renderPlaylists(media)}
  # Keys of encrypted films, downloads, minutes of a film, the archives of providers: cached nowhere.
  location /p/ {
    ${quiet}
    proxy_pass ${media.upstream};
  }

${renderVerdicts(options)}`
}

function renderFilmFiles({ upstream, verdict, headers }: Media): string {
  return `  # Film files are large and are requested in ranges: slices of 4 MB, each cached by itself. The address for the origin is
  # put together from what was read out of it, so that what is cached under a name is what was requested by that name.
  location ~ "^${ticket}/(?<right>film/[\\w-]+)/(?<file>[\\w-]+\\.(?:mp4|jpg|vtt))$" {
    ${quiet}
    auth_request ${verdict};
    auth_request_set $closure $upstream_http_x_ekran_closure;
    error_page 403 = @refused;
    ${headers}
    slice 4m;
    proxy_set_header Range $slice_range;
    proxy_pass ${upstream}/p/$ticket/$right/$file;
    proxy_cache ekran_films;
    proxy_cache_key "$closure $right/$file$slice_range";
    proxy_no_cache $closed_since;
    proxy_cache_valid 200 206 7d;
    proxy_cache_lock on;
    proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
    add_header X-Cache $upstream_cache_status;
  }
`
}

function renderSegments({ upstream, verdict }: Media): string {
  return `  # Segments never change under their name.
  location ~ "^${ticket}/${right}/(?<file>[\\w-]+/[\\w~-]+\\.(?:m4s|mp4|jpg|vtt))$" {
    ${quiet}
    auth_request ${verdict};
    # What a blackout closes to some viewers is cached apart from what others may see.
    auth_request_set $closure $upstream_http_x_ekran_closure;
    error_page 403 = @refused;
    proxy_pass ${upstream}/p/$ticket/$right/$file;
    proxy_cache $segment_cache;
    proxy_cache_key "$closure $right/$file";
    proxy_no_cache $closed_since;
    proxy_cache_valid 200 2h;
    proxy_cache_lock on;
    proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
    add_header X-Cache $upstream_cache_status;
  }
`
}

function renderPlaylists({ upstream }: Media): string {
  return `  # Playlists: the origin says for how long. No lock: nginx looks at a lock every 500 ms only, and a playlist with parts
  # is held open on purpose. The ticket is always asked of the origin: so a stream that was stopped ends within seconds,
  # and the origin sees who watches.
  location ~ "^${ticket}/${right}/(?<file>[\\w-]+\\.(?:m3u8|mpd))$" {
    ${quiet}
    auth_request /ticket;
    auth_request_set $closure $upstream_http_x_ekran_closure;
    error_page 403 = @refused;
    proxy_pass ${upstream}/p/$ticket/$right/$file?$playlist_args;
    proxy_read_timeout 15s;
    proxy_cache ekran_playlists;
    proxy_cache_key "$closure $right/$file?$playlist_args $http_accept_encoding";
    proxy_cache_bypass $arg__HLS_msn;
    proxy_no_cache $arg__HLS_msn $closed_since;
    proxy_cache_use_stale error timeout updating http_502 http_504;
    add_header X-Cache $upstream_cache_status;
  }
`
}

function renderVerdicts(options: EdgeOptions): string {
  const isLocal = options.check.kind === 'local'
  const own = `  # The verdict is cached for a ticket, for what it is to open, and for where it comes from.
  location = /ticket {
${probe(options)}    proxy_cache_key "$ticket $right $remote_addr";
    proxy_cache_valid 200 403 ${options.verdictSec}s;
${isLocal ? stale : ''}  }
`
  const common = `  # The same for all viewers in one place with one kind of device. A refusal is for one viewer only, and is not cached.
  location = /class {
${probe(options)}    proxy_cache_key $class_key;
    proxy_cache_valid 200 ${options.verdictSec}s;
${stale}  }
`
  const localRefusal = `    if ($ticket_refusal) { return 403 '{"error":"$ticket_refusal"}'; }
    default_type application/json;
    add_header Access-Control-Allow-Origin * always;
    add_header Cache-Control no-store always;
`
  return `${own}${isLocal ? common : ''}  location = /ticket-refused { internal; return 403; }

  # The origin says why, in the form players know.
  location @refused {
    error_log /dev/null crit;
${isLocal ? localRefusal : ''}    proxy_pass ${schemeOf(options)}://ekran_media;
  }
`
}

/** The signature and the end of a ticket are checked here in any case, so an older verdict may bridge an outage. */
const stale = '    proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;\n'

function probe(options: EdgeOptions): string {
  const refusal = options.check.kind === 'local' ? '    if ($ticket_refusal) { return 403; }\n' : ''
  return `    internal;
    error_log /dev/null crit;
${refusal}    proxy_pass ${schemeOf(options)}://ekran_media/p/$ticket/$right/$probe;
    proxy_pass_request_body off;
    include ${options.folders.config}/proxy.conf;
    proxy_set_header Content-Length "";
    proxy_set_header Range "";
    proxy_set_header If-None-Match "";
    proxy_set_header Accept-Encoding "";
    proxy_read_timeout 5s;
    # What is not there is refused too, and the origin then says why.
    proxy_intercept_errors on;
    error_page 400 404 = /ticket-refused;
    proxy_cache ekran_tickets;
    proxy_ignore_headers Cache-Control;
`
}

/** Everything else: the site, the API, the console; for an edge with media only, what shows that it answers. */
export function renderSite(options: EdgeOptions): string {
  if (options.isMediaOnly)
    return `  # Whether this edge and a server behind it answer.
  location = /healthz { proxy_pass ${schemeOf(options)}://ekran_media; }
  location / { return 404; }
`
  const scheme = schemeOf(options)
  const upstream = `${scheme}://ekran_api`
  return `  # What is for the operator alone.
  location ~* "^/+(metrics|readyz)(/|$)" { return 404; }

  # Addresses for other players contain the user name and the password: they may be in no log.
  location ~ "^/+(?:export|live|movie|series|timeshift|streaming)/|^/+(?:player_api|get|xmltv)\\.php$" {
    access_log off;
    error_log /dev/null crit;
    proxy_pass ${upstream};
  }

  # Uploads of films come in pieces of at most 32 MB, which are written as they arrive.
  location ^~ /api/console/v1/films/upload/ {
    proxy_pass ${scheme}://ekran_console;
    proxy_request_buffering off;
    client_max_body_size 40m;
  }

  # The console of the staff.
  location ~ "^/(?:api/)?console(?:/|$)" { proxy_pass ${scheme}://ekran_console; }

  location / {
    # Old clients send their token in the address.
    error_log /dev/null crit;
    proxy_pass ${upstream};
  }
`
}

/** How the servers behind are requested. */
function schemeOf({ originTls }: Pick<EdgeOptions, 'originTls'>): 'http' | 'https' {
  return originTls === undefined ? 'http' : 'https'
}
