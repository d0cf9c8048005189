import type { ApiContext } from '#server/api/context/api-context.ts'
import { codeLength, passwordMin, termsVersion } from '#contract/form/constants.ts'
import { finished, presentPending, rejectStep, stepResponse } from './present-registration.ts'
import { respond } from '#contract/form/endpoint.ts'
import { registration as endpoints } from '#contract/accounts/registration.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'

/** Registration, and login without a password. `limits` counts phone lookups and captchas. */
export function registrationEndpoints(
  { registration }: Pick<ApiContext, 'registration'>,
  limits?: EndpointLimits,
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    checkPhone: async (input, request) => {
      const checked = await registration.checkPhone(input.phone, request)
      if (checked.kind === 'refused') return rejectStep(checked)
      const { phone, ways, resendAfterSec } = checked
      return respond({ phone, ways: { item: [...ways] }, resend_after_sec: resendAfterSec })
    },
    captcha: async () => respond(await registration.captcha()),
    register: async (input, request) => {
      const outcome = await registration.register(input, request)
      switch (outcome.kind) {
        case 'pending':
          return respond({ ...presentPending(outcome.pending), authkey: null, abonement: null })
        case 'registered': {
          const { token, abonement } = outcome
          return respond({ ...presentPending(finished), authkey: token, abonement })
        }
        case 'refused':
          return rejectStep(outcome)
      }
    },
    rereg: async (input, request) => stepResponse(await registration.resendCode(input, request)),
    resetPassword: async (input, request) => stepResponse(await registration.resetPassword(input, request)),
    confirmLogin: async (input, request) => stepResponse(await registration.confirmLogin(input, request)),
    confirmPhone: async (input, request) =>
      stepResponse(await registration.confirmPhone(input, request.viewer.accountId, request)),
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
