-- Subscribers are found by the address where a device was seen last, or by its beginning.
create index device_address_begins on device (last_address text_pattern_ops);
