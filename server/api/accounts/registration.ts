import type { ApiContext } from '#server/api/context/api-context.ts'
import { codeLength, passwordMin, termsVersion } from '#contract/form/constants.ts'
import { respond } from '#contract/form/endpoint.ts'
import { registration as endpoints } from '#contract/accounts/registration.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'

/** Becoming a subscriber, and coming back without a password. `limits` counts looks at phones and captchas. */
export function registrationEndpoints(
  { registration }: Pick<ApiContext, 'registration'>,
  limits?: EndpointLimits,
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    checkPhone: (input, request) => registration.checkPhone(input.phone, request),
    captcha: async () => respond(await registration.captcha()),
    register: (input, request) => registration.register(input, request),
    rereg: (input, request) => registration.resendCode(input, request),
    resetPassword: (input, request) => registration.resetPassword(input, request),
    confirmLogin: (input, request) => registration.confirmLogin(input, request),
    confirmPhone: (input, request) => registration.confirmPhone(input, request.viewer.accountId, request),
    settings: () =>
      respond({
        is_open: registration.isOpen() ? 1 : 0,
        ways: { item: [...registration.waysNow()] },
        code_length: codeLength,
        password_min: passwordMin,
        terms_version: termsVersion,
      }),
  }
  return bindEndpoints('registration', endpoints, handlers, limits)
}
