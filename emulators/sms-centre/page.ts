/** The received messages as a page for people: newest first, reloads itself, loads nothing from other hosts. */
import { randomBytes } from 'node:crypto'
import type { GatewayResponse } from '#emulators/http/exchange.ts'
import type { Received } from './outbox.ts'

const style = `
:root{color-scheme:dark light;font:16px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:44rem;padding:1rem;background:#0b1620;color:#eef4f8}
h1{font-size:1.15rem;margin:.2rem 0 .8rem}
form{display:flex;gap:.5rem;margin-bottom:1rem}
input,button{font:inherit;padding:.55rem .7rem;border-radius:.6rem;border:1px solid #34505f;background:#132430;color:inherit;min-width:0}
input{flex:1}
article{background:#132430;border-radius:.9rem;padding:.8rem 1rem;margin-bottom:.7rem}
header{display:flex;flex-wrap:wrap;gap:.2rem .8rem;color:#9db4c2;font-size:.85rem}
header b{color:#eef4f8;font-size:1rem}
p{margin:.5rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
.code{font:700 1.6rem/1.2 ui-monospace,monospace;letter-spacing:.12em;margin:.4rem 0 0}
.none{color:#9db4c2}
`

const script = `
const list = document.querySelector('main')
let shown
setInterval(async () => {
  try {
    const answer = await fetch('/list' + location.search, { signal: AbortSignal.timeout(4000) })
    const html = await answer.text()
    if (answer.ok && html !== shown) list.innerHTML = shown = html
  } catch {}
}, 1500)
`

export function page(messages: readonly Received[], phone: string): GatewayResponse {
  const nonce = randomBytes(16).toString('base64')
  const body = `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>SMS · Ekran</title><style>${style}</style></head>
<body><h1>Сообщения на телефонах · Telefonlardagi xabarlar</h1>
<form><input name="phone" type="tel" placeholder="+998 90 123 45 67" aria-label="Телефон · Telefon" value="${escaped(phone)}">
<button>Найти · Topish</button></form>
<main aria-live="polite">${listed(messages)}</main><script nonce="${nonce}">${script}</script></body></html>`
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body,
    headers: { 'content-security-policy': policy },
  }
}

export function list(messages: readonly Received[]): GatewayResponse {
  return { status: 200, type: 'text/html; charset=utf-8', body: listed(messages) }
}

function listed(messages: readonly Received[]): string {
  if (messages.length === 0) return '<p class="none">Пока ничего не пришло · Hozircha xabar kelmadi</p>'
  return messages.map(shown).join('')
}

function shown(message: Received): string {
  const kind = message.kind === 'sms' ? `SMS × ${message.parts}, ${message.alphabet}` : 'Звонок · Qoʻngʻiroq'
  const from = message.from === '' ? '' : `<span>от · dan: ${escaped(message.from)}</span>`
  const code = message.code === null ? '' : `<div class="code">${escaped(message.code)}</div>`
  return `<article><header><b>${escaped(spaced(message.phone))}</b><span>${timeOf(message.atMs)}</span><span>${kind}</span><span>${message.protocol}</span>${from}</header>${code}<p>${escaped(message.text)}</p></article>`
}

/** Time in Tashkent: UTC+5 all year. */
function timeOf(atMs: number): string {
  return new Date(atMs + 5 * 3_600_000).toISOString().slice(11, 19)
}

function spaced(phone: string): string {
  return phone.replace(/^(\+998)(\d{2})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4 $5')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
