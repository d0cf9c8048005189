import type { ApiContext } from '#server/api/context/api-context.ts'
import { codeLength, passwordMin, termsVersion } from '#contract/form/constants.ts'
import { answer } from '#contract/form/endpoint.ts'
import { registration as calls } from '#contract/accounts/registration.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** Becoming a subscriber, and coming back without a password. */
export function registrationEndpoints({
  registration,
}: Pick<ApiContext, 'registration'>): readonly BoundCall[] {
  const handlers: Handlers<typeof calls> = {
    checkPhone: (input, call) => registration.checkPhone(input.phone, call),
    captcha: (_input, call) => registration.captcha(call),
    register: (input, call) => registration.register(input, call),
    rereg: (input, call) => registration.resendCode(input, call),
    resetPassword: (input, call) => registration.resetPassword(input, call),
    confirmLogin: (input, call) => registration.confirmLogin(input, call),
    confirmPhone: (input, call) => registration.confirmPhone(input, call.viewer.accountId, call),
    settings: () =>
      answer({
        is_open: registration.isOpen() ? 1 : 0,
        ways: { item: [...registration.waysNow()] },
        code_length: codeLength,
        password_min: passwordMin,
        terms_version: termsVersion,
      }),
  }
  return bindCalls('registration', calls, handlers)
}
