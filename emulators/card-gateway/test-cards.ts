/** The cards of the gateway: ATMOS's published test cards, each with its behaviour. */

/** `no_sms`: its owner has no SMS notifications. `processing_error`: the bank fails with it. */
export type CardBehaviour = 'ok' | 'no_money' | 'no_sms' | 'processing_error' | 'expired'

export interface TestCard {
  readonly pan: string
  /** YYMM, as in the protocol; here it never expires. */
  readonly expiry: string
  readonly behaviour: CardBehaviour
  readonly phone: string
  /** Its balance when the gateway starts. */
  readonly balanceTiyin: number
}

/** The code that each phone receives. */
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

/** The earliest year the site's form accepts: cards with an older published expiry are entered with a future month. */
const oldestYear = '24'

/** The expiry to enter by hand, YYMM: the card's own where the site accepts it, else another valid one. */
export function expiryToType({ expiry }: TestCard): string {
  return expiry < oldestYear ? '3012' : expiry
}

export function maskOf(pan: string): string {
  return `${pan.slice(0, 6)}******${pan.slice(-4)}`
}

export function maskOfPhone(phone: string): string {
  return `${phone.slice(0, 3)}*****${phone.slice(-4)}`
}
