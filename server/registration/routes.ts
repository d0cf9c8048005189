import type { Registration } from './open-registration.ts'
import { codeLength, passwordMin, termsVersion } from '#contract/constants.ts'
import { answer } from '#contract/endpoint.ts'
import { registration as calls } from '#contract/registration.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export function registrationRoutes(room: Registration): readonly BoundCall[] {
  const handlers: Handlers<typeof calls> = {
    checkPhone: (input, call) => room.checkPhone(input.phone, call),
    captcha: (_input, call) => room.captcha(call),
    register: (input, call) => room.register(input, call),
    rereg: (input, call) => room.resendCode(input, call),
    resetPassword: (input, call) => room.resetPassword(input, call),
    confirmLogin: (input, call) => room.confirmLogin(input, call),
    confirmPhone: (input, call) => room.confirmPhone(input, call.viewer.accountId, call),
    settings: () =>
      answer({
        is_open: room.isOpen() ? 1 : 0,
        ways: { item: [...room.waysNow()] },
        code_length: codeLength,
        password_min: passwordMin,
        terms_version: termsVersion,
      }),
  }
  return bindCalls('registration', calls, handlers)
}
