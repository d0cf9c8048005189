/** The screens of payments by their addresses; their code is loaded when it is needed. */
import { paymentSystems } from '#contract/console/payments.ts'
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

const PaymentsScreen = lazyScreen(() =>
  import('./payments-screen.tsx').then((one) => ({ default: one.PaymentsScreen })),
)
const PaymentScreen = lazyScreen(() =>
  import('./payment-screen.tsx').then((one) => ({ default: one.PaymentScreen })),
)
const RefundsScreen = lazyScreen(() =>
  import('./refunds-screen.tsx').then((one) => ({ default: one.RefundsScreen })),
)
const StatementsScreen = lazyScreen(() =>
  import('./statements-screen.tsx').then((one) => ({
    default: one.StatementsScreen,
  })),
)
const StatementScreen = lazyScreen(() =>
  import('./statement-screen.tsx').then((one) => ({ default: one.StatementScreen })),
)
const ReceiptsScreen = lazyScreen(() =>
  import('./receipts-screen.tsx').then((one) => ({ default: one.ReceiptsScreen })),
)
const ClosingsScreen = lazyScreen(() =>
  import('./closings-screen.tsx').then((one) => ({ default: one.ClosingsScreen })),
)
const ClosingScreen = lazyScreen(() =>
  import('./closing-screen.tsx').then((one) => ({ default: one.ClosingScreen })),
)
const LedgerScreen = lazyScreen(() =>
  import('./ledger-screen.tsx').then((one) => ({ default: one.LedgerScreen })),
)
const DealersScreen = lazyScreen(() =>
  import('./dealers-screen.tsx').then((one) => ({ default: one.DealersScreen })),
)
const DealerScreen = lazyScreen(() =>
  import('./dealer-screen.tsx').then((one) => ({ default: one.DealerScreen })),
)

/** Those without a parameter. */
export const paymentScreens = [
  { path: '/payments', section: 'payments', screen: <PaymentsScreen /> },
  { path: '/payments/refunds', section: 'payments', screen: <RefundsScreen /> },
  { path: '/payments/statements', section: 'payments', screen: <StatementsScreen /> },
  { path: '/payments/receipts', section: 'payments', screen: <ReceiptsScreen /> },
  { path: '/payments/closings', section: 'payments', screen: <ClosingsScreen /> },
  { path: '/payments/ledger', section: 'payments', screen: <LedgerScreen /> },
  { path: '/dealers', section: 'payments', screen: <DealersScreen /> },
  { path: '/payments/closing', section: 'payments', screen: <ClosingScreen /> },
] as const

/** Those of one dealer, statement or payment. */
export const paymentScreensOf = [
  {
    path: '/dealers/:id',
    section: 'payments' as const,
    screen: (id: number) => <DealerScreen key={id} dealerId={id} />,
  },
  {
    path: '/payments/statements/:id',
    section: 'payments' as const,
    screen: (id: number) => <StatementScreen key={id} statementId={id} />,
  },
  ...paymentSystems.map((system) => ({
    ...{ path: `/payments/${system}/:id`, section: 'payments' as const },
    screen: (id: number) => <PaymentScreen key={`${system}${id}`} system={system} number={id} />,
  })),
]
