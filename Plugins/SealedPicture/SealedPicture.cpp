// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A service extension in C++: it opens a text and a picture that the sender sealed with AES-GCM.
// The key is in the app's group, where the app put it. README.md says how to run it.
#include <belfry.hpp>

#include <openssl/evp.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using bytes = std::vector<unsigned char>;

constexpr std::size_t key_count = 32, nonce_count = 12, tag_count = 16;

bytes decode_base64(const std::string &text) {
    bytes result(text.size() / 4 * 3);
    const auto *begin = reinterpret_cast<const unsigned char *>(text.data());
    const int count = EVP_DecodeBlock(result.data(), begin, int(text.size()));
    if (count < 0) throw std::runtime_error("the payload has text that is not base64");
    const std::size_t last = text.find_last_not_of('=');
    result.resize(std::size_t(count) - (text.size() - (last + 1)));
    return result;
}

bytes read_key() {
    const auto group = belfry::storage::group("group.org.example.zoo");
    if (!group) throw std::runtime_error("the bundle has no app group to keep a key in");
    std::ifstream file(std::string(group->path) + "/message.key", std::ios::binary);
    bytes key((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (key.size() != key_count) throw std::runtime_error("there is no key of 32 bytes");
    return key;
}

// Opens what is a nonce, the sealed bytes and a tag, in this order.
std::string open(const bytes &sealed, const bytes &key) {
    if (sealed.size() < nonce_count + tag_count) throw std::runtime_error("it is too short");
    const unsigned char *nonce = sealed.data(), *text = nonce + nonce_count;
    const std::size_t count = sealed.size() - nonce_count - tag_count;
    bytes tag(text + count, text + count + tag_count), plain(count + 1);
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
        EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    int written = 0, rest = 0;
    const EVP_CIPHER *cipher = EVP_aes_256_gcm();
    const bool is_open =
        context && EVP_DecryptInit_ex(context.get(), cipher, nullptr, key.data(), nonce) &&
        EVP_DecryptUpdate(context.get(), plain.data(), &written, text, int(count)) &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, tag_count, tag.data()) &&
        EVP_DecryptFinal_ex(context.get(), plain.data() + written, &rest) > 0;
    if (!is_open) throw std::runtime_error("the key does not open it");
    return std::string(plain.begin(), plain.begin() + written + rest);
}

std::string member(const belfry::json &object, std::string_view name) {
    const auto found = object.find(name);
    const auto text = found ? found->string() : std::nullopt;
    if (!text) throw std::runtime_error("there is no \"" + std::string(name) + "\"");
    return *text;
}

} // namespace

class sealed_picture final : public belfry::service_extension {
    void did_receive(belfry::request request, belfry::completion completion) override {
        belfry::content best = request.copy();
        try {
            const belfry::json info(best.user_info());
            unseal(open(decode_base64(member(info, "sealed")), read_key()), best);
        } catch (const std::exception &failure) {
            belfry::log(belfry::log_level::warning,
                        "the message stays sealed: " + std::string(failure.what()));
            best.set_body("A new picture");
        }
        completion(std::move(best));
    }

    // Puts what was sealed into the notification.
    static void unseal(const std::string &document, belfry::content &best) {
        const belfry::json message(document);
        const bytes picture = decode_base64(member(message, "picture"));
        const std::string path = std::string(belfry::bundle::container()) + "/picture.png";
        std::ofstream file(path, std::ios::binary);
        file.write(reinterpret_cast<const char *>(picture.data()), std::streamsize(picture.size()));
        file.close();
        if (!file) throw std::runtime_error("the picture cannot be written");
        best.set_title(member(message, "sender")).set_body(member(message, "text"));
        best.attach({path, "picture"});
    }
};

BELFRY_EXTENSION(sealed_picture);
