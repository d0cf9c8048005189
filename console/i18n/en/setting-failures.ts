/** The part of the failures in English that is about settings that change while the server runs. */
export const settingFailures = {
  setting_in_environment:
    'Set in the environment: {variable}. Change it there, or remove it there and restart the server',
  setting_field: 'The field “{field}” is wrong. Correct it as its hint says',
  setting_missing: 'Fill in the field “{field}”',
  setting_secret_again:
    'The address has changed: enter “{field}” again. The stored secret is not sent to another address',
  setting_secret_sealed:
    'The stored secret “{field}” cannot be opened with the key of this installation (secrets.json). Enter it again',
  setting_wrong: 'These values do not go together: {problem}. Check the fields',
  setting_not_set: 'Nothing is set here. Fill in the fields and save first',
  setting_test_target:
    'Where to? Write a phone with its country code (+998 90 123-45-67), an e-mail address for mail, or a subscriber’s number for push messages',
  setting_test_no_device:
    'Subscriber {to} has no device with these notifications. Log in to the app on a phone with this number and allow notifications',
}
