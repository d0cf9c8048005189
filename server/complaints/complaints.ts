/** The public API of complaints: what viewers tell is wrong. */
export type { WrittenComplaint } from './complaint.ts'
export { closeComplaint, listComplaints, moveComplaints } from './complaint.ts'
export { complaintWorkers } from './forget-old.ts'
export { addComplaintGauge } from './gauge.ts'
export { complaintRoutes } from './routes.ts'
