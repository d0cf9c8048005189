/** The cards the gateway knows: those that go round as ATMOS's test cards, each with what it does. */

/** `no_sms`: its owner has not connected messages. `processing_error`: the bank fails with it. */
export type CardBehaviour = 'ok' | 'no_money' | 'no_sms' | 'processing_error' | 'expired'

export interface TestCard {
  readonly pan: string
  /** YYMM, as the protocol writes it; good for ever here, whatever the day. */
  readonly expiry: string
  readonly behaviour: CardBehaviour
  readonly phone: string
  /** What is on it when the gateway starts. */
  readonly balanceTiyin: number
}

/** The code that each of their phones receives. */
export const testCode = '111111'

const plentyTiyin = 10_000_000_000

function card(pan: string, expiry: string, behaviour: CardBehaviour, balanceTiyin: number): TestCard {
  return {
    pan,
    expiry,
    behaviour,
    phone: `99890${pan.slice(-7)}`,
    balanceTiyin,
  }
}

export const testCards: readonly TestCard[] = [
  card('8600490744313347', '2410', 'ok', plentyTiyin),
  card('8600332914249390', '2509', 'ok', plentyTiyin),
  card('8600492993407481', '2410', 'ok', plentyTiyin),
  card('8600312990314318', '2308', 'ok', plentyTiyin),
  card('9860090101431907', '2505', 'ok', plentyTiyin),
  card('9860090101014364', '2802', 'ok', plentyTiyin),
  card('8600312987000557', '2212', 'processing_error', plentyTiyin),
  card('8600493214116133', '2410', 'no_sms', plentyTiyin),
  card('8600492986215602', '2003', 'expired', plentyTiyin),
  card('8600312998546358', '2310', 'no_money', 50_000),
]

/** The oldest year the site's form takes: cards that go round with an older one are typed with a month to come. */
const oldestYear = '24'

/** What to type for a card by hand, YYMM: its own expiry where the site takes it, else one that is good here as well. */
export function expiryToType({ expiry }: TestCard): string {
  return expiry < oldestYear ? '3012' : expiry
}

export function maskOf(pan: string): string {
  return `${pan.slice(0, 6)}******${pan.slice(-4)}`
}

export function maskOfPhone(phone: string): string {
  return `${phone.slice(0, 3)}*****${phone.slice(-4)}`
}
