/** English for failures of a subscriber’s brand. */
export const brandFailures = {
  brand_same: 'The subscriber is of this brand already. Load the page again',
} as const
