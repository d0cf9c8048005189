/** `merchant/pay/…`: draft → waiting → paid, or failed after three wrong codes or five minutes; paid → reversed. */
import { at, textAt } from '#emulators/http/exchange.ts'
import { lifeMs, type Bank, type Transaction } from './bank.ts'
import { cardOf, isRefusal } from './cards-calls.ts'
import { no, ok, type Said } from './results.ts'
import { testCode } from './test-cards.ts'

export function create(bank: Bank, body: unknown): Said {
  const [amount, account] = [at(body, 'amount'), textAt(body, 'account')]
  if (!Number.isSafeInteger(amount) || Number(amount) <= 0 || !/^\d{1,20}$/.test(account)) return no('009')
  const transaction: Transaction = {
    id: bank.newId(),
    account,
    amountTiyin: Number(amount),
    madeAtMs: bank.nowMs(),
    state: 'draft',
    pan: null,
    by: null,
    wrongCodes: 0,
    confirmedAtMs: null,
  }
  bank.addTransaction(transaction)
  return ok({ transaction_id: transaction.id, store_transaction: shown(transaction) })
}

export function preApply(bank: Bank, body: unknown): Said {
  const transaction = transactionOf(bank, body)
  if (transaction === undefined) return no('009')
  if (transaction.state !== 'draft' && transaction.state !== 'waiting') return no('092')
  const [token, number] = [textAt(body, 'card_token'), textAt(body, 'card_number')]
  // The card is identified in one of two ways, never both.
  if ((token === '') === (number === '')) return no('009')
  if (token !== '') {
    const bound = bank.state.cards.find((one) => one.token === token)
    if (bound === undefined) return no('004')
    Object.assign(transaction, { state: 'waiting', pan: bound.pan, by: 'token' })
    return ok({ transaction_id: transaction.id })
  }
  const card = cardOf(bank, number, textAt(body, 'expiry'))
  if (isRefusal(card)) return card
  Object.assign(transaction, { state: 'waiting', pan: card.pan, by: 'pan' })
  bank.sendCode(card, `оплата · toʻlov ${transaction.amountTiyin / 100}`)
  return ok({ transaction_id: transaction.id })
}

export function apply(bank: Bank, body: unknown): Said {
  const transaction = transactionOf(bank, body)
  if (transaction === undefined) return no('009')
  const { pan } = transaction
  if (transaction.state !== 'waiting' || pan === null) return no('092')
  if (textAt(body, 'otp') !== testCode) {
    transaction.wrongCodes += 1
    if (transaction.wrongCodes >= 3) transaction.state = 'dead'
    return no('098')
  }
  if (bank.card(pan)?.behaviour === 'processing_error') {
    transaction.state = 'dead'
    return no('044')
  }
  if (bank.balanceTiyin(pan) < transaction.amountTiyin) return no('112')
  bank.move(pan, transaction.amountTiyin)
  transaction.state = 'paid'
  transaction.confirmedAtMs = bank.nowMs()
  const receipt = `https://ofd.example.uz/cheque/${transaction.id}`
  return ok({ store_transaction: shown(transaction), ofd_url: receipt, ofd_url_commission: receipt })
}

export function get(bank: Bank, body: unknown): Said {
  const transaction = transactionOf(bank, body)
  if (transaction === undefined) return no('009')
  const fields = { store_transaction: shown(transaction) }
  // A closed transaction is returned as an error, but with its data.
  return transaction.state === 'dead' || transaction.state === 'reversed' ? no('092', fields) : ok(fields)
}

export function reverse(bank: Bank, body: unknown): Said {
  const transaction = transactionOf(bank, body, true)
  if (transaction === undefined) return no('009')
  if (transaction.state !== 'paid' || transaction.pan === null) return no('092')
  bank.move(transaction.pan, -transaction.amountTiyin)
  transaction.state = 'reversed'
  return ok({ transaction_id: transaction.id })
}

/** The transaction that a request names; undefined when there is none, or when another store requests it. */
function transactionOf(bank: Bank, body: unknown, storeMayMiss = false): Transaction | undefined {
  if (!storeMayMiss && textAt(body, 'store_id') === '') return undefined
  const id = textAt(body, 'transaction_id')
  const transaction = bank.state.transactions.findLast((one) => String(one.id) === id)
  const isOpen = transaction?.state === 'draft' || transaction?.state === 'waiting'
  if (transaction !== undefined && isOpen && bank.nowMs() - transaction.madeAtMs > lifeMs)
    transaction.state = 'dead'
  return transaction
}

function shown(transaction: Transaction) {
  const { id, account, amountTiyin, state, madeAtMs, confirmedAtMs } = transaction
  const isClosed = state === 'dead' || state === 'reversed'
  return {
    trans_id: id,
    success_trans_id: confirmedAtMs === null ? null : id + 1_000_000,
    account,
    amount: amountTiyin,
    total: amountTiyin,
    terminal_id: null,
    confirmed: state === 'paid',
    prepay_time: madeAtMs,
    confirm_time: confirmedAtMs,
    status_code: isClosed ? '1' : '0',
    status_message: isClosed ? 'Canceled' : 'Success',
    ofd_url: state === 'paid' ? `https://ofd.example.uz/cheque/${id}` : null,
  }
}
