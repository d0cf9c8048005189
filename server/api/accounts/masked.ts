/** What a member of staff sees of a person on the site: enough to know that it is the right one, and no more. Pure. */

/** `Ше••• Юс•••`; '' for no name. */
export function maskedName(name: string): string {
  return name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, 3)
    .map((word) => `${[...word].slice(0, 2).join('')}•••`)
    .join(' ')
}

/** `+998•••••4567`; '' for no phone. */
export function maskedPhone(phone: string): string {
  return phone === '' ? '' : `${phone.slice(0, 4)}•••••${phone.slice(-4)}`
}
