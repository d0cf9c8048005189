/** The public API of complaints. */
export {
  type WrittenComplaint,
  closeComplaint,
  listComplaints,
  moveComplaints,
  writeComplaint,
} from './complaint.ts'
export { complaintWorkers } from './forget-old.ts'
export { addComplaintGauge } from './gauge.ts'
export { storedNetwork, storedText } from './rules.ts'
