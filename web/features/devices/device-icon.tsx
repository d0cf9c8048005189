import type { DeviceOf } from '#contract/accounts/devices.ts'

/** Drawn like the icons of `ui/controls/icon.tsx`; here, because only these screens need them. */
const paths: Record<DeviceOf['kind'], string> = {
  tv: 'M3 5h18v11.5H3zM8.5 20h7',
  phone: 'M7 3h10v18H7zM11 18h2',
  tablet: 'M4.5 3h15v18h-15zM11 18h2',
  computer: 'M4.5 5h15v10.5h-15zM2.5 19h19',
  other: 'M4 4h16v16H4zM9 9h6v6H9z',
}

export function DeviceIcon({ kind }: { readonly kind: DeviceOf['kind'] }) {
  return (
    <svg
      width="28"
      height="28"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[kind]} />
    </svg>
  )
}
