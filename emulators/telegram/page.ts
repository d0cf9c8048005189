/** The chat of a person with the bot, for people: it reloads itself, and loads nothing from other hosts. */
import { randomBytes } from 'node:crypto'
import { at, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'
import type { ChatMessage, Person } from './chats.ts'

const style = `
:root{color-scheme:dark light;font:16px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:34rem;padding:1rem;background:#0b1620;color:#eef4f8}
h1{font-size:1.15rem;margin:.2rem 0 .8rem}
form{display:flex;gap:.5rem;flex-wrap:wrap;margin:1rem 0}
input,button,.button,select{font:inherit;min-height:44px;box-sizing:border-box;padding:.55rem .8rem;border-radius:.6rem;border:1px solid #34505f;background:#132430;color:inherit;min-width:0}
.button{display:inline-block;text-decoration:none}
input{flex:1}
article{background:#132430;border-radius:.9rem;padding:.7rem .9rem;margin:0 3rem .6rem 0}
article.person{margin:0 0 .6rem 3rem;background:#1d4257}
p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
article div{display:flex;flex-wrap:wrap;gap:.4rem;margin-top:.5rem}
small{color:#9db4c2}
`

const script = `
const [list, form] = [document.querySelector('main'), document.querySelector('form')]
const person = form.dataset.person
const play = (what) => fetch('/play', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ person, ...what }) })
let shown
const load = async () => {
  try {
    const answer = await fetch('/list?person=' + person, { signal: AbortSignal.timeout(4000) })
    const html = await answer.text()
    if (answer.ok && html !== shown) { list.innerHTML = shown = html; scrollTo(0, document.body.scrollHeight) }
  } catch {}
}
setInterval(load, 1000)
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const text = form.text.value.trim()
  if (text === '') return
  form.text.value = ''
  await play({ do: 'message', text })
  await load()
})
document.addEventListener('click', async (event) => {
  const { press, send, act } = event.target.dataset ?? {}
  if (press) await play({ do: 'press', message_id: event.target.closest('article').dataset.id, data: press })
  if (send) await play({ do: 'message', text: send })
  if (act) await play({ do: act })
  await load()
})
`

/** A page that loads nothing. */
export function htmlPage(title: string, body: string, code = ''): GatewayResponse {
  const nonce = randomBytes(16).toString('base64')
  const run = code === '' ? '' : `<script nonce="${nonce}">${code}</script>`
  return {
    ...{ status: 200, type: 'text/html; charset=utf-8' },
    body: `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head><body>${body}${run}</body></html>`,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    },
  }
}

/** The chat of one person; `start` is what a link to the bot sends. */
export function chatPage(
  bot: string,
  person: Person,
  messages: readonly ChatMessage[],
  start: string,
): GatewayResponse {
  const begin = start === '' ? '/start' : `/start ${start}`
  return htmlPage(
    `Telegram · ${bot}`,
    `<h1>${escaped(bot)} · ${escaped(person.firstName)} <small>${escaped(person.phone)}</small></h1>
<main aria-live="polite">${list(messages)}</main>
<form data-person="${person.id}"><input name="text" autocomplete="off" aria-label="Сообщение · Xabar" value="${escaped(messages.length === 0 || start !== '' ? begin : '')}">
<button>Отправить · Yuborish</button>
<button type="button" data-act="contact">Мой телефон · Raqamim</button>
<button type="button" data-act="block">Заблокировать · Bloklash</button>
<button type="button" data-act="unblock">Разблокировать · Blokdan chiqarish</button></form>`,
    script,
  )
}

/** The messages alone. */
export function list(messages: readonly ChatMessage[]): string {
  return messages.map(shown).join('')
}

function shown({ messageId, by, text, markup }: ChatMessage): string {
  const inline = rowsOf(at(markup, 'inline_keyboard')).map(inlineButton)
  const keys = rowsOf(at(markup, 'keyboard')).map((button) => {
    const act =
      at(button, 'request_contact') === true
        ? 'data-act="share"'
        : `data-send="${escaped(textAt(button, 'text'))}"`
    return `<button type="button" ${act}>${escaped(textAt(button, 'text'))}</button>`
  })
  const buttons = [...inline, ...keys].join('')
  return `<article class="${by}" data-id="${messageId}"><p>${escaped(text)}</p>${buttons === '' ? '' : `<div>${buttons}</div>`}</article>`
}

function inlineButton(button: unknown): string {
  const [text, url, data] = [
    escaped(textAt(button, 'text')),
    textAt(button, 'url'),
    textAt(button, 'callback_data'),
  ]
  if (url !== '') return `<a class="button" href="${escaped(url)}" target="_blank" rel="noopener">${text}</a>`
  return `<button type="button" data-press="${escaped(data)}">${text}</button>`
}

function rowsOf(rows: unknown): readonly unknown[] {
  return Array.isArray(rows) ? (rows.flat() as unknown[]) : []
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
