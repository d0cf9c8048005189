/** The files of an edge, by their names in its folder of configuration. Pure. */
import type { EdgeOptions } from './edge-options.ts'
import { renderCaches, renderLocalCheck, renderLog, renderMaps, renderUpstreams } from './render-http.ts'
import { renderMedia, renderSite } from './render-locations.ts'

export interface EdgeFile {
  readonly name: string
  readonly text: string
  /** Contains secrets: only root may read it. */
  readonly isSecret: boolean
}

/** The files that `write-edge.ts` writes. `ticketScript` is the text of `ticket.js`. */
export function renderEdge(options: EdgeOptions, ticketScript: string): readonly EdgeFile[] {
  const open = (name: string, text: string): EdgeFile => ({ name, text, isSecret: false })
  const files = [open('ekran.conf', renderMain(options)), open('proxy.conf', renderProxyHeaders(options))]
  const { check } = options
  if (check.kind === 'origin') return files
  const secrets = `map $host $ekran_ticket_secrets { default "${check.secrets.join(' ')}"; }\n`
  const inside = check.inside
    .map(({ prefix, isInside }) => `${prefix} ${isInside ? 'inside' : 'outside'};\n`)
    .join('')
  return [
    ...files,
    open('ticket.js', ticketScript),
    { name: 'secrets.conf', text: secrets, isSecret: true },
    ...(inside === '' ? [] : [open('inside.conf', inside)]),
  ]
}

function renderMain(options: EdgeOptions): string {
  return `# An edge in front of Ekran, made by deploy/edge/write-edge.ts: change its arguments and make it again, not this file.
# It belongs into /etc/nginx/conf.d, all other files of this folder into ${options.folders.config}. See deploy/edge/README.md.

${renderCaches(options)}
${renderUpstreams(options)}
${renderMaps()}${renderLocalCheck(options)}
${renderLog(options)}
${renderPlainServer(options)}
${renderServer(options)}`
}

function renderPlainServer({ names, listen, folders }: EdgeOptions): string {
  return `server {
  listen ${listen.http};
  server_name ${names.join(' ')};
  # Addresses for other players contain their password.
  access_log off;
  # certbot proves here that the name is ours.
  location ^~ /.well-known/acme-challenge/ { root ${folders.acme}; default_type text/plain; }
  location / { return 301 https://$host$request_uri; }
}
`
}

function renderServer(options: EdgeOptions): string {
  const { names, listen, certificate, key, folders } = options
  return `server {
  listen ${listen.https} ssl http2;
  server_name ${names.join(' ')};
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:ekran_tls:20m;
  ssl_session_timeout 1d;
  ssl_session_tickets off;

  sendfile on;
  # With proxy_cache and small parts it holds responses back for 40 ms.
  tcp_nopush off;

${renderShield(options)}  include ${folders.config}/proxy.conf;
  proxy_http_version 1.1;
  # That of a shield; the edge says its own.
  proxy_hide_header X-Cache;
  proxy_connect_timeout 2s;
  # Another server is tried when one does not respond. 503 is a response: the viewer shall come again later.
  proxy_next_upstream error timeout http_502 http_504;
  proxy_next_upstream_tries 2;
  proxy_next_upstream_timeout 10s;

${renderMedia(options)}
${renderSite(options)}}
`
}

function renderShield({ shields }: EdgeOptions): string {
  if (shields.length === 0) return ''
  return `  # A shield: the edges that request it tell whom they serve.
${shields.map((address) => `  set_real_ip_from ${address};\n`).join('')}  real_ip_header X-Forwarded-For;
  real_ip_recursive on;

`
}

/** A directive of this kind ends what is inherited of it, so locations with a header of their own include the file too. */
function renderProxyHeaders(options: EdgeOptions): string {
  const { originTls } = options
  const tls =
    originTls === undefined
      ? ''
      : `proxy_ssl_server_name on;
proxy_ssl_name ${originTls.name};
proxy_ssl_verify on;
proxy_ssl_verify_depth 3;
proxy_ssl_trusted_certificate ${originTls.authorities};
`
  return `proxy_set_header Connection "";
proxy_set_header Host $host;
proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
proxy_set_header X-Forwarded-Proto $scheme;
${tls}`
}
