/** `partner/…`: binds a card with the code of its phone, lists the merchant's cards, and removes a card. */
import { at, textAt } from '#emulators/http/exchange.ts'
import { lifeMs, type Bank, type Binding, type BoundCard } from './bank.ts'
import { no, ok, type Said } from './results.ts'
import { maskOf, maskOfPhone, testCode, type TestCard } from './test-cards.ts'

/** The card with this number and expiry (YYMM), or the error. */
export function cardOf(bank: Bank, number: string, expiry: string): TestCard | Said {
  if (!/^\d{16}$/.test(number) || !/^\d{2}(?:0[1-9]|1[0-2])$/.test(expiry)) return no('009')
  const card = bank.card(number)
  if (card === undefined) return no('067')
  // A test card is accepted with its published expiry, and with any future one.
  const today = new Date(bank.nowMs())
  const thisMonth = `${String(today.getUTCFullYear() % 100).padStart(2, '0')}${String(today.getUTCMonth() + 1).padStart(2, '0')}`
  if (expiry !== card.expiry && expiry < thisMonth) return no('067')
  if (card.behaviour === 'expired') return no('067')
  if (card.behaviour === 'no_sms') return no('080')
  return card
}

export function isRefusal(cardOrRefusal: TestCard | Said): cardOrRefusal is Said {
  return 'result' in cardOrRefusal
}

export function bindInit(bank: Bank, body: unknown): Said {
  const card = cardOf(bank, textAt(body, 'card_number'), textAt(body, 'expiry'))
  if (isRefusal(card)) return card
  const bound = bank.state.cards.find(({ pan }) => pan === card.pan)
  if (bound !== undefined) return no('133', { data: shown(bank, bound) })
  const binding: Binding = {
    transactionId: bank.newId(),
    pan: card.pan,
    madeAtMs: bank.nowMs(),
    wrongCodes: 0,
    done: false,
  }
  bank.addBinding(binding)
  bank.sendCode(card, 'привязка карты · karta ulash')
  return ok({ transaction_id: binding.transactionId, phone: maskOfPhone(card.phone) })
}

export function bindConfirm(bank: Bank, body: unknown): Said {
  const binding = bindingOf(bank, body)
  if (binding === undefined) return no('080')
  if (textAt(body, 'otp') !== testCode) {
    binding.wrongCodes += 1
    return no('098')
  }
  binding.done = true
  const bound = bank.state.cards.find(({ pan }) => pan === binding.pan)
  if (bound !== undefined) return no('133', { data: shown(bank, bound) })
  return ok({ data: shown(bank, bank.bind(binding.pan)), transaction_id: binding.transactionId })
}

export function bindDial(bank: Bank, body: unknown): Said {
  const binding = bindingOf(bank, body)
  const card = binding === undefined ? undefined : bank.card(binding.pan)
  if (card === undefined) return no('080')
  bank.sendCode(card, 'повтор кода · kod yana')
  return ok()
}

export function listCards(bank: Bank, body: unknown): Said {
  const size = Math.min(Math.max(Number(textAt(body, 'page_size')) || 20, 1), 100)
  const first = Math.max((Number(textAt(body, 'page')) || 1) - 1, 0) * size
  return ok({
    cardDataSmallList: bank.state.cards.slice(first, first + size).map(({ cardId, token, pan }) => ({
      card_id: cardId,
      card_token: token,
      pan: maskOf(pan),
      expiry: bank.card(pan)?.expiry ?? '',
    })),
  })
}

export function removeCard(bank: Bank, body: unknown): Said {
  const { cards } = bank.state
  const index = cards.findIndex(
    ({ cardId, token }) => String(cardId) === textAt(body, 'id') && token === at(body, 'token'),
  )
  const [card] = index < 0 ? [] : cards.splice(index, 1)
  return card === undefined ? no('004') : ok({ data: { card_id: card.cardId } })
}

/** The binding that a request names, while it can still be confirmed. */
function bindingOf(bank: Bank, body: unknown): Binding | undefined {
  const id = textAt(body, 'transaction_id')
  const binding = bank.state.bindings.find(({ transactionId }) => String(transactionId) === id)
  if (binding === undefined || binding.done || binding.wrongCodes >= 3) return undefined
  return bank.nowMs() - binding.madeAtMs > lifeMs ? undefined : binding
}

function shown(bank: Bank, { cardId, token, pan }: BoundCard) {
  const card = bank.card(pan)
  return {
    card_id: cardId,
    pan: maskOf(pan),
    expiry: card?.expiry ?? '',
    card_holder: 'TEST CARD',
    balance: bank.balanceTiyin(pan),
    phone: maskOfPhone(card?.phone ?? ''),
    card_token: token,
  }
}
