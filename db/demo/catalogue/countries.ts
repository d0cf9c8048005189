export { countries as demoCountries } from '#contract/form/countries.ts'
