/** The drivers of the four payment systems at one address, with the keys of `merchantEnv`. */
import { playClick } from '#emulators/payment-systems/click.ts'
import { playPayme } from '#emulators/payment-systems/payme.ts'
import { playPaynet } from '#emulators/payment-systems/paynet.ts'
import type { Sheet } from '#emulators/payment-systems/sheet.ts'
import { playUzum } from '#emulators/payment-systems/uzum.ts'

export const paymentSystems = ['payme', 'click', 'paynet', 'uzum'] as const

/**
 * Plays a system's whole sequence and its faults for the subscriber `account`; gives how many payments of 500,000 tiyin
 * stay. `url`: the folder all systems call, `http://…/merchants`.
 */
export function playPayments(
  system: (typeof paymentSystems)[number],
  sheet: Sheet,
  { url, account }: { readonly url: string; readonly account: string },
): Promise<number> {
  switch (system) {
    case 'payme':
      return playPayme(sheet, {
        url: `${url}/payme`,
        key: 'payme-key-of-the-tests',
        account,
        field: 'abonement',
      })
    case 'click':
      return playClick(sheet, {
        url: `${url}/click`,
        service: '4321',
        secret: 'click-secret-of-the-tests',
        account,
      })
    case 'paynet':
      return playPaynet(sheet, {
        url: `${url}/paynet`,
        login: 'paynet',
        password: 'paynet-password-of-the-tests',
        account,
      })
    case 'uzum':
      return playUzum(sheet, {
        url: `${url}/uzum`,
        login: 'uzum',
        password: 'uzum-password-of-the-tests',
        service: 101,
        account,
      })
  }
}
