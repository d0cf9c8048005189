/** The payer's pages: an opened link, its result, and all payments since the start. */
import type { GatewayResponse } from '#emulators/http/exchange.ts'
import {
  clockText,
  systemNames,
  type Checkout,
  type PaymentSystem,
  type Outcome,
  type SystemName,
} from './systems.ts'

/** One button. */
export interface Played {
  readonly id: string
  readonly system: SystemName
  readonly checkout: Checkout
  readonly outcome: Outcome
  readonly atMs: number
}

type PaymentSystems = Readonly<Record<SystemName, PaymentSystem>>

const style = `
:root{color-scheme:dark light;font:16px/1.45 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0 auto;max-width:32rem;padding:1rem;background:#0b1620;color:#eef4f8}
h1{font-size:1.3rem;margin:.4rem 0 1rem}h2{font-size:1rem;margin:1.4rem 0 .5rem;color:#9db4c2}
dl{display:grid;grid-template-columns:auto 1fr;gap:.4rem 1rem;margin:0 0 1.2rem}dt{color:#9db4c2}dd{margin:0;text-align:right}
dd.sum{font-size:1.4rem;font-weight:700}
button,input,select{font:inherit;width:100%;min-height:3rem;margin:0 0 .6rem;padding:0 1rem;border:1px solid #3a5062;border-radius:.7rem;background:#152635;color:inherit}
button{border:0;font-weight:600;cursor:pointer}button.pay{background:#3ad0c3;color:#062024}
a{color:#3ad0c3}p.said{padding:.7rem 1rem;border-radius:.7rem;background:#152635}p.none,footer{color:#9db4c2}footer{margin-top:1.5rem;font-size:.85rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}td{padding:.35rem .4rem;border-bottom:1px solid #234}label{color:#9db4c2}
`
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const outcomes: Readonly<Record<Outcome['kind'], string>> = {
  paid: 'Оплачено · Toʻlandi',
  given_up: 'Оплата не прошла · Toʻlov oʻtmadi',
  refused: 'Магазин не принял платёж · Doʻkon toʻlovni qabul qilmadi',
}
/** Time to read the result before the payer is returned. */
const backSec = 2

function page(title: string, body: string, { head = '', status = 200 } = {}): GatewayResponse {
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
    body: `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${head}
<title>${title}</title><style>${style}</style></head><body><main>${body}</main>
<footer>Эмулятор: настоящие деньги не списываются. · Emulyator: haqiqiy pul yechilmaydi.</footer></body></html>`,
  }
}

/** An opened link: the payment and its two buttons. `id`: the id of the payment that a press starts. */
export function checkoutPage({ title }: PaymentSystem, checkout: Checkout, id: string): GatewayResponse {
  return page(
    title,
    `<h1>${title}</h1>${terms(checkout)}
<form method="post"><input type="hidden" name="id" value="${id}">
<button class="pay" name="do" value="pay">Оплатить · Toʻlash</button>
<button name="do" value="fail">Отказать · Rad etish</button></form>`,
  )
}

/** The result; returns the payer to the link's return address. */
export function outcomePage({ title }: PaymentSystem, { checkout, outcome, id }: Played): GatewayResponse {
  const { returnUrl } = checkout
  const back =
    returnUrl === undefined
      ? '<p>Вернитесь на сайт: эту страницу можно закрыть. · Saytga qayting: bu sahifani yopish mumkin.</p>'
      : `<p><a href="${escaped(returnUrl)}">Вернуться на сайт · Saytga qaytish</a></p>`
  const said = outcome.kind === 'refused' ? `<p class="said">${escaped(outcome.said)}</p>` : ''
  return page(
    title,
    `<h1>${outcomes[outcome.kind]}</h1>${terms(checkout)}${said}${back}<p class="none">${title} · ${escaped(id)}</p>`,
    returnUrl === undefined || outcome.kind === 'refused'
      ? {}
      : { head: `<meta http-equiv="refresh" content="${backSec};url=${escaped(returnUrl)}">` },
  )
}

export function wrongLinkPage(): GatewayResponse {
  const text = 'Ссылка не подходит к этому магазину. · Havola bu doʻkonga mos emas.'
  return page('Ekran', `<h1>404</h1><p>${text}</p><p><a href="/">Ekran</a></p>`, { status: 404 })
}

/** The start page: pay by subscriber number, as in a system's own app, and the list of payments. */
export function startPage(systems: PaymentSystems, played: readonly Played[]): GatewayResponse {
  const options = systemNames.map((name) => `<option value="${name}">${systems[name].title}</option>`)
  const rows = played.toReversed().map((one) => rowOf(systems, one))
  return page(
    'Платёжные системы · Toʻlov tizimlari',
    `<h1>Платёжные системы · Toʻlov tizimlari</h1>
<form action="/begin"><label>Система · Tizim<select name="system">${options.join('')}</select></label>
<label>Номер абонента · Abonent raqami<input name="account" inputmode="numeric" required></label>
<label>Сумма, сум · Summa, soʻm<input name="sums" inputmode="numeric" required></label>
<button class="pay">Далее · Davom etish</button></form>
<h2>Платежи · Toʻlovlar</h2>
${rows.length === 0 ? '<p class="none">Пока ничего · Hozircha yoʻq</p>' : `<table>${rows.join('')}</table>`}`,
  )
}

function rowOf(systems: PaymentSystems, { system, checkout, outcome, atMs }: Played) {
  return `<tr><td>${clockText(atMs).slice(11)}</td><td>${systems[system].title}</td><td>№ ${escaped(checkout.account)}</td><td>${sums(checkout.amountTiyin)}</td><td>${outcomes[outcome.kind]}</td></tr>`
}

function terms({ account, amountTiyin }: Checkout) {
  return `<dl><dt>Получатель · Oluvchi</dt><dd>Ekran</dd><dt>Номер абонента · Abonent raqami</dt><dd>${escaped(account)}</dd>
<dt>Сумма · Summa</dt><dd class="sum">${sums(amountTiyin)}</dd></dl>`
}

/** `50 000 сум · soʻm`, with tiyin if there are any. */
function sums(amountTiyin: number): string {
  const [whole = '', part] = (amountTiyin / 100).toFixed(amountTiyin % 100 === 0 ? 0 : 2).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  return `${grouped}${part === undefined ? '' : `,${part}`} сум · soʻm`
}

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
