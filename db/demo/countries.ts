export { countries as demoCountries } from '#contract/countries.ts'
