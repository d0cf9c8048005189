/** The gateway's page for people: the test cards, the codes sent to phones, and the payments. */
import { randomBytes } from 'node:crypto'
import type { GatewayResponse } from '#emulators/http/exchange.ts'
import type { Bank, SentCode, Transaction } from './bank.ts'
import { expiryToType, maskOf, testCards, type CardBehaviour } from './test-cards.ts'

const style = `
:root{color-scheme:dark light;font:16px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:48rem;padding:1rem;background:#0b1620;color:#eef4f8}
h1{font-size:1.15rem;margin:.2rem 0 .8rem}h2{font-size:1rem;margin:1.4rem 0 .5rem;color:#9db4c2}
table{border-collapse:collapse;width:100%;font-size:.95rem}td,th{text-align:left;padding:.35rem .5rem;border-bottom:1px solid #234}
td.number{font-family:ui-monospace,monospace;white-space:nowrap}.none{color:#9db4c2}
`
const script = `
const list = document.querySelector('main')
let shown
setInterval(async () => {
  try {
    const answer = await fetch('/list', { signal: AbortSignal.timeout(4000) })
    const html = await answer.text()
    if (answer.ok && html !== shown) list.innerHTML = shown = html
  } catch {}
}, 1500)
`
const behaviours: Readonly<Record<CardBehaviour, string>> = {
  ok: 'платит · toʻlaydi',
  no_money: 'нет денег · pul yoʻq',
  no_sms: 'нет SMS · SMS ulanmagan',
  processing_error: 'ошибка банка · bank xatosi',
  expired: 'просрочена · muddati oʻtgan',
}
const maxShown = 50

export function page(bank: Bank): GatewayResponse {
  const nonce = randomBytes(16).toString('base64')
  const body = `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>ATMOS · Ekran</title><style>${style}</style></head>
<body><h1>Карты и платежи · Kartalar va toʻlovlar</h1>
<main aria-live="polite">${listed(bank)}</main><script nonce="${nonce}">${script}</script></body></html>`
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body,
    headers: { 'content-security-policy': policy },
  }
}

export function list(bank: Bank): GatewayResponse {
  return { status: 200, type: 'text/html; charset=utf-8', body: listed(bank) }
}

function listed(bank: Bank): string {
  const paid = bank.state.transactions.slice(-maxShown).toReversed()
  return [
    '<h2>Коды на телефонах · Telefonlardagi kodlar</h2>',
    table(bank.codes.slice(0, maxShown).map(codeRow)),
    '<h2>Платежи · Toʻlovlar</h2>',
    table(paid.map(paidRow)),
    '<h2>Карты · Kartalar</h2>',
    table(testCards.map((card) => cardRow(card, bank))),
  ].join('')
}

function table(rows: readonly string[]) {
  return rows.length === 0
    ? '<p class="none">Пока ничего · Hozircha yoʻq</p>'
    : `<table>${rows.join('')}</table>`
}

function codeRow({ atMs, phone, code, for: reason }: SentCode) {
  return `<tr><td>${timeOf(atMs)}</td><td class="number">${phone}</td><td class="number"><b>${code}</b></td><td>${escaped(reason)}</td></tr>`
}

function paidRow({ id, account, amountTiyin, state, pan, madeAtMs }: Transaction) {
  return `<tr><td>${timeOf(madeAtMs)}</td><td>${id}</td><td>№ ${escaped(account)}</td><td class="number">${pan === null ? '' : maskOf(pan)}</td><td>${amountTiyin / 100}</td><td>${state}</td></tr>`
}

function cardRow(card: (typeof testCards)[number], bank: Bank) {
  const { pan, behaviour } = card
  const expiry = expiryToType(card)
  return `<tr><td class="number">${pan.replace(/(\d{4})(?=\d)/g, '$1 ')}</td><td>${expiry.slice(2)}/${expiry.slice(0, 2)}</td><td>${behaviours[behaviour]}</td><td>${bank.balanceTiyin(pan) / 100}</td></tr>`
}

/** Time in Tashkent: UTC+5 all year. */
function timeOf(atMs: number): string {
  return new Date(atMs + 5 * 3_600_000).toISOString().slice(11, 19)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
